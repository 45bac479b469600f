/** One line of a chart. */
export interface ChartSeries {
  key: string
  label: string
  /** Any CSS colour. */
  color: string
  /** Not settled yet: drawn dotted, as an estimated figure is (DESIGN). */
  estimated?: boolean
  /** `former`: an earlier time's line, thinner; `level`: a straight line to read the others against, dashed. */
  look?: 'former' | 'level'
}

/** How a series' line is drawn, in the chart and in its legend. */
export function strokeOf({ estimated, look }: Pick<ChartSeries, 'estimated' | 'look'>) {
  if (look === 'former') return { strokeWidth: 1, strokeOpacity: 0.75 }
  if (look === 'level') return { strokeWidth: 1.5, strokeDasharray: '6 4' }
  return { strokeWidth: 2, strokeDasharray: estimated ? '1 5' : undefined }
}
