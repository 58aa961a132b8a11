// Reads declaration files: which names they declare, and which files an entry needs.
import { dirname, join } from "node:path/posix";

/** @typedef {{ name: string, kind: string, text: string, exported: boolean }} Declaration */

const START =
  /^(?:export )?(?:declare )?(?:(?:abstract )?(type|interface|class|function|const|let)) (\w+)/;

/** The top-level declarations of a file. @param {string} text @returns {Declaration[]} */
export function declarationsOf(text) {
  return text.split(/^(?=\/\*\*|export |declare |type |interface )/m).flatMap((part) => {
    const [, kind, name] = START.exec(part) ?? [];
    const text = part.replace(/\/\*\*[\s\S]*?\*\//g, "");
    return name ? [{ name, kind, text, exported: part.startsWith("export ") }] : [];
  });
}

/**
 * The names that a file imports from others: their names there, by their local names.
 * @param {string} file @param {string} text
 */
function importsOf(file, text) {
  /** @type {Map<string, { file: string, name: string }>} */
  const found = new Map();
  const from = (/** @type {string} */ path) => join(dirname(file), path).replace(/\.js$/, ".d.ts");
  for (const [, names, path] of text.matchAll(
    /^(?:import|export)(?: type)? \{([^}]*)\} from "([^"]+)";/gm,
  )) {
    for (const each of names
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean)) {
      const [name, alias = name] = each.replace(/^type /, "").split(" as ");
      found.set(alias, { file: from(path), name });
    }
  }
  for (const [whole, path, name] of text.matchAll(/import\("([^"]+)"\)\.(\w+)/g)) {
    found.set(whole, { file: from(path), name });
  }
  return found;
}

/**
 * The files that an entry needs, including itself.
 * @param {string} entry @param {Map<string, string>} texts
 */
export function filesOf(entry, texts) {
  const files = new Set([entry]);
  for (const file of files) {
    const text = texts.get(file);
    if (text === undefined) throw new Error(`${entry} needs ${file}, which is not there`);
    for (const [, path] of text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      files.add(join(dirname(file), path).replace(/\.js$/, ".d.ts"));
    }
  }
  return files;
}

/** @param {string} name as a file's */
const capitalized = (name) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The types that an entry's exports refer to, directly or indirectly, by file.
 * @param {string} entry @param {Map<string, string>} texts
 */
export function typesOf(entry, texts) {
  /** @type {Record<string, string[]>} */
  const types = {};
  /** @type {Set<string>} */
  const places = new Set();
  const seen = new Set();
  const queue = [...importsOf(entry, texts.get(entry) ?? "").values()];
  const own = new Set(queue.map(({ name }) => name));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { file, name } = next;
    if (seen.has(`${file} ${name}`)) continue;
    seen.add(`${file} ${name}`);
    const text = texts.get(file) ?? "";
    const all = declarationsOf(text);
    const imports = importsOf(file, text);
    const found = all.filter((each) => each.name === name);
    const elsewhere = imports.get(name);
    if (found.length === 0 && elsewhere) queue.push(elsewhere);
    for (const { kind, text: words, exported } of found) {
      if (exported && ["type", "interface", "class"].includes(kind) && !own.has(name)) {
        const alias = /= import\("[^"]+"\)\.(\w+)(?:<[\w, ]+>)?;\s*$/.exec(words)?.[1] === name;
        if (!alias) {
          // A second type with the same name is exported with the name of its folder or file in
          // front.
          const [folder] = file.split("/").slice(-2);
          const free = places.has(name) ? `${capitalized(folder)}${name}` : name;
          if (places.has(free)) throw new Error(`${file} has another ${free}`);
          types[file] = [...(types[file] ?? []), free === name ? name : `${name} as ${free}`];
          places.add(free);
        }
      }
      for (const [key, target] of imports) {
        const used = key.startsWith("import(")
          ? words.includes(key)
          : new RegExp(`\\b${key}\\b`).test(words);
        if (used) queue.push(target);
      }
      for (const other of all) {
        if (other.name !== name && new RegExp(`\\b${other.name}\\b`).test(words))
          queue.push({ file, name: other.name });
      }
    }
  }
  return types;
}
