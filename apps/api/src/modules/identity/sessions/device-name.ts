const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

function named(table: readonly [RegExp, string][], user_agent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(user_agent))?.[1]
}

/** A session's name for its customer, such as `Chrome, Android`; empty where the browser is unknown. */
export function deviceName(user_agent: string | undefined): string {
  if (user_agent === undefined) return ''
  const names = [named(BROWSERS, user_agent), named(SYSTEMS, user_agent)]
  return names.filter((name) => name !== undefined).join(', ')
}
