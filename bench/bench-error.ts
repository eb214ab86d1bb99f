/** Something that whoever runs the benchmark can act on: its message is shown without a stack. */
export class BenchError extends Error {}
