import {
  CHART,
  type ChartPoint,
  linePath,
  positionOf,
  positionsAcross,
  scaleOf,
  ticksOf,
} from './chart-geometry.ts'
import { type ChartSeries, strokeOf } from './chart-series.ts'

interface ChartPlotProps {
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** The point whose values are shown. */
  index: number
  /** Whether it was chosen, rather than the latest. */
  marked: boolean
  /** Formats the axis's round values. */
  formatTicks: (values: readonly bigint[]) => readonly string[]
}

/** The lines, the axis's round values and the marked point. */
export function ChartPlot({ series, points, index, marked, formatTicks }: ChartPlotProps) {
  const scale = scaleOf(points)
  const point = points[index]
  const across = positionsAcross(points)
  const x = across[index] ?? 0
  const ticks = ticksOf(scale)
  // Zero has its own line; a label would cover where the lines begin.
  const named = ticks.filter((value) => value !== 0n)
  const names = formatTicks(named)
  return (
    <div aria-hidden className="relative">
      <svg
        aria-hidden
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
        className="h-auto w-full overflow-visible"
      >
        {ticks.map((value) => (
          <path
            key={String(value)}
            d={`M0 ${positionOf(value, scale)}H${CHART.width}`}
            stroke={value === 0n ? 'var(--color-edge)' : 'var(--color-line)'}
          />
        ))}
        {marked && <path d={`M${x} 0V${CHART.height}`} stroke="var(--color-muted)" />}
        {series.map((each, at) => (
          <path
            key={each.key}
            d={linePath(points, across, at, scale)}
            fill="none"
            stroke={each.color}
            strokeLinejoin="round"
            strokeLinecap="round"
            {...strokeOf(each)}
          />
        ))}
        {point &&
          series.map((each, at) => (
            <circle
              key={each.key}
              cx={x}
              cy={positionOf(point.values[at] ?? 0n, scale)}
              r={each.look ? 2 : 3.5}
              fill={each.color}
            />
          ))}
      </svg>
      {/* HTML text, so that its size does not scale with the drawing. */}
      {named.map((value, at) => (
        <span
          key={String(value)}
          style={{ top: `${(positionOf(value, scale) / CHART.height) * 100}%` }}
          className="pointer-events-none absolute left-0 -translate-y-full text-12 text-muted"
        >
          {names[at]}
        </span>
      ))}
    </div>
  )
}
