export interface ChartSeries {
  key: string
  label: string
  /** Any CSS colour. */
  color: string
  /** Not settled yet: drawn dotted, like an estimated figure (DESIGN). */
  estimated?: boolean
  /** `former`: an earlier period's line, thinner; `level`: a dashed horizontal line to compare with. */
  look?: 'former' | 'level'
}

/** A series' stroke, in the chart and its legend. */
export function strokeOf({ estimated, look }: Pick<ChartSeries, 'estimated' | 'look'>) {
  if (look === 'former') return { strokeWidth: 1, strokeOpacity: 0.75 }
  if (look === 'level') return { strokeWidth: 1.5, strokeDasharray: '6 4' }
  return { strokeWidth: 2, strokeDasharray: estimated ? '1 5' : undefined }
}
