/** What surely holds, and what may, out of all. Decoration only; the numbers are always next to it as text. */
export function intervalBar({ low, high, max }: { low: number; high: number; max: number }): string {
  const part = (from: number, to: number, name: string) =>
    to > from ? `<path class="${name}" d="M${from} 0h${to - from}v1H${from}z"/>` : '';
  return `<svg class="bar interval" viewBox="0 0 ${max} 1" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0h${max}v1H0z"/>${part(low, high, 'may')}${part(0, low, 'sure')}</svg>`;
}
