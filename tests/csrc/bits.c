// bits.c: the bytes of results, natively, against the hashes in tests/vectors/bits.txt. The same
// file is read by tests/phasor/bits.test.js, so the two builds agree to the bit.
//
//   bits          compares
//   bits --print  prints the lines with the hashes found
#include "check.h"

#include "phasor.h"

// The table of one line: (rows, width) from start on, in steps of `step`.
static uint64_t hash_table(int wide, double base, size_t width, double start, double step,
                           size_t rows) {
  const size_t pairs = width / 2;
  SCOPED uint64_t *increments =
      (uint64_t *)guarded(PHASOR_INCREMENTS_LENGTH(pairs) * sizeof(uint64_t));
  SCOPED double *offsets = guarded_f64(PHASOR_OFFSETS_LENGTH(pairs));
  SCOPED double *work = guarded_f64(PHASOR_WORK_LENGTH(pairs));
  SCOPED double *positions = guarded_f64(rows);
  const size_t size = wide ? sizeof(double) : sizeof(float);
  SCOPED void *out = guarded(rows * width * size);
  phasor_increments(increments, pairs, base, 2, (uint32_t)width);
  if (step == 1) {
    phasor_offsets(offsets, increments, pairs);
    if (wide)
      phasor_table_f64(out, width, increments, offsets, work, start, rows, pairs);
    else
      phasor_table_f32(out, width, increments, offsets, work, start, rows, pairs);
  } else {
    for (size_t r = 0; r < rows; r++) positions[r] = start + (double)r * step;
    if (wide)
      phasor_at_f64(out, width, increments, NULL, positions, rows, pairs);
    else
      phasor_at_f32(out, width, increments, NULL, positions, rows, pairs);
  }
  return hash_bytes(out, rows * width * size);
}

int main(int count, char **arguments) {
  const int print = count > 1 && strcmp(arguments[1], "--print") == 0;
  FILE *file = fopen("tests/vectors/bits.txt", "r");
  if (!file) {
    fprintf(stderr, "bits: tests/vectors/bits.txt cannot be read from here\n");
    return 1;
  }
  char line[256];
  while (fgets(line, sizeof line, file)) {
    char dtype[16];
    double base, start, step;
    size_t width, rows;
    unsigned long long wanted = 0;
    if (line[0] == '#' || sscanf(line, "%15s %lf %zu %lf %lf %zu %llx", dtype, &base, &width,
                                 &start, &step, &rows, &wanted) < 6) {
      if (print) fputs(line, stdout);
      continue;
    }
    const unsigned long long got =
        hash_table(strcmp(dtype, "float64") == 0, base, width, start, step, rows);
    if (print)
      printf("%s %.17g %zu %.17g %.17g %zu %016llx\n", dtype, base, width, start, step, rows, got);
    else if (!check(got == wanted))
      check_fail("%s base %g, %zu × %zu from %g by %g: hash %016llx, wanted %016llx", dtype, base,
                 rows, width, start, step, got, wanted);
  }
  fclose(file);
  return print ? 0 : check_finish("bits") || check_count == 0;
}
