/** Runs in the page before its own scripts: adds up what moved without the visitor's doing, for `window.shifted()`. */
export function measureShift(): void {
  let shifted = 0
  Object.assign(window, { shifted: () => shifted })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = Object(entry)
      if (!hadRecentInput) shifted += Number(value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
