import { CHART, type ChartPoint, linePath, positionOf, positionsAcross, scaleOf } from './chart-geometry.ts'
import type { ChartSeries } from './live-chart.tsx'

interface ChartPlotProps {
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** The point whose values are read. */
  index: number
  /** Whether it was chosen, rather than the latest. */
  marked: boolean
}

/** The lines themselves, with the zero line and the point that is read. */
export function ChartPlot({ series, points, index, marked }: ChartPlotProps) {
  const scale = scaleOf(points)
  const point = points[index]
  const across = positionsAcross(points)
  const x = across[index] ?? 0
  return (
    <svg
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      aria-hidden
      className="h-auto w-full overflow-visible"
    >
      <path d={`M0 ${positionOf(0n, scale)}H${CHART.width}`} stroke="var(--color-line)" />
      {marked && <path d={`M${x} 0V${CHART.height}`} stroke="var(--color-muted)" />}
      {series.map((each, at) => (
        <path
          key={each.key}
          d={linePath(points, across, at, scale)}
          fill="none"
          stroke={each.color}
          strokeWidth={2}
          strokeLinejoin="round"
          strokeLinecap="round"
          strokeDasharray={each.estimated ? '1 5' : undefined}
        />
      ))}
      {point &&
        series.map((each, at) => (
          <circle
            key={each.key}
            cx={x}
            cy={positionOf(point.values[at] ?? 0n, scale)}
            r={3.5}
            fill={each.color}
          />
        ))}
    </svg>
  )
}
