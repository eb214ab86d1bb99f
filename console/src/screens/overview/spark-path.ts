interface Size {
  readonly width: number;
  readonly height: number;
}

/** A line through the values, with nothing at the bottom; '' where there are too few. */
export function sparkPath(values: readonly number[], { width, height }: Size): string {
  if (values.length < 2) return '';
  const high = Math.max(...values);
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * width;
    const y = high === 0 ? height : height - (value / high) * height;
    return `${round(x)} ${round(y)}`;
  });
  return `M${points.join('L')}`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
