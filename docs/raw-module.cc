// raw-module.cc: prints a sinusoidal table with phasor.wasm, without JavaScript.
//
//     raw-module phasor.wasm POSITIONS DIMENSIONS START
//
// prints POSITIONS rows of DIMENSIONS numbers. The runtime is WABT's interpreter (Debian: wabt). The steps are
// the same in any other: load the module, ask where its free memory begins, place arrays there, call a
// function, read the result. csrc/phasor.h says what each function requires.
#include <wabt/binary-reader.h>
#include <wabt/interp/binary-reader-interp.h>
#include <wabt/interp/interp.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "phasor.h"

using namespace wabt::interp;

[[noreturn]] static void fail(const std::string &message) {
  std::fprintf(stderr, "raw-module: %s\n", message.c_str());
  std::exit(1);
}

// An instance of the module, which has no imports.
class Phasor {
public:
  explicit Phasor(const std::vector<char> &bytes) {
    ModuleDesc description;
    wabt::Errors errors;
    if (wabt::Failed(ReadBinaryInterp("phasor.wasm", bytes.data(), bytes.size(),
                                      wabt::ReadBinaryOptions(), &errors, &description))) {
      fail("not a WebAssembly module");
    }
    module_ = Module::New(store_, description);
    Trap::Ptr trap;
    instance_ = Instance::Instantiate(store_, module_.ref(), {}, &trap);
    if (!instance_) fail(trap->message());
    memory_ = store_.UnsafeGet<Memory>(find("memory"));
  }

  // Calls an exported function.
  Values call(const std::string &name, const Values &arguments) {
    Values results;
    Trap::Ptr trap;
    const Func::Ptr function = store_.UnsafeGet<Func>(find(name));
    if (wabt::Failed(function->Call(store_, arguments, results, &trap))) fail(trap->message());
    return results;
  }

  const unsigned char *at(uint32_t pointer) { return memory_->UnsafeData() + pointer; }

private:
  Ref find(const std::string &name) {
    const auto &types = module_->export_types();
    for (size_t i = 0; i < types.size(); i++) {
      if (types[i].name == name) return instance_->exports()[i];
    }
    fail("the module does not export " + name);
  }

  Store store_;
  Module::Ptr module_;
  Instance::Ptr instance_;
  Memory::Ptr memory_;
};

int main(int count, char **words) {
  if (count != 5) fail("usage: raw-module phasor.wasm POSITIONS DIMENSIONS START");
  const auto rows = static_cast<uint32_t>(std::strtoul(words[2], nullptr, 10));
  const auto width = static_cast<uint32_t>(std::strtoul(words[3], nullptr, 10));
  const double start = std::strtod(words[4], nullptr);
  const uint32_t pairs = width / 2;
  std::ifstream file(words[1], std::ios::binary);
  Phasor phasor(std::vector<char>(std::istreambuf_iterator<char>(file), {}));

  // Free memory begins at a multiple of 64 and extends to the end of the memory, just under 10 MiB in all.
  const auto increments = phasor.call("phasor_scratch", {})[0].Get<uint32_t>();
  const uint32_t offsets = increments + 8 * PHASOR_INCREMENTS_LENGTH(pairs);
  const uint32_t work = offsets + 8 * PHASOR_OFFSETS_LENGTH(pairs);
  const uint32_t table = work + 8 * PHASOR_WORK_LENGTH(pairs);

  const auto i32 = [](uint32_t value) { return Value::Make(value); };
  const auto f64 = [](double value) { return Value::Make(value); };
  phasor.call("phasor_increments", {i32(increments), i32(pairs), f64(10000), i32(2), i32(width)});
  phasor.call("phasor_offsets", {i32(offsets), i32(increments), i32(pairs)});
  phasor.call("phasor_table_f32", {i32(table), i32(width), i32(increments), i32(offsets), i32(work),
                                   f64(start), i32(rows), i32(pairs)});

  const auto *values = reinterpret_cast<const float *>(phasor.at(table));
  for (uint32_t row = 0; row < rows; row++) {
    for (uint32_t column = 0; column < width; column++) {
      std::printf(column == 0 ? "%.9g" : " %.9g", values[row * width + column]);
    }
    std::printf("\n");
  }
}
