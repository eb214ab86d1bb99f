/** What a metric said: its labels as they stand in the text, and the value. */
interface Sample {
  readonly labels: string;
  readonly value: number;
}

/** Metrics by name, as Prometheus writes them. */
export type Metrics = ReadonlyMap<string, readonly Sample[]>;

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;

/** Only those that are wanted: a server has thousands of lines. */
export function readMetrics(text: string, wanted: ReadonlySet<string>): Metrics {
  const found = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) continue;
    const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? [];
    if (!wanted.has(name)) continue;
    const samples = found.get(name);
    if (samples === undefined) found.set(name, [{ labels, value: Number(value) }]);
    else samples.push({ labels, value: Number(value) });
  }
  return found;
}

/** Added up; those only whose labels fit. Undefined where the server has no such metric. */
export function sumOf(
  metrics: Metrics,
  name: string,
  fits: (labels: string) => boolean = () => true,
): number | undefined {
  const samples = metrics.get(name)?.filter(({ labels }) => fits(labels));
  return samples?.reduce((sum, { value }) => sum + value, 0);
}
