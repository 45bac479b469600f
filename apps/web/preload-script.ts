/** The build's files, for the preload script. */
export interface Preloads {
  /** By path: the page's chunk with its imports beyond the entry's, its namespaces, and its first readings. */
  pages: Record<string, { files: string[]; messages: string[]; asks: string[] }>
  /** By language: its first chunk under the empty name, and each further namespace. */
  languages: Record<string, Record<string, string>>
  formats_worker: string
}

/** The browser's time zone, by name and as the header `X-TZ`. Runs in the browser from its source text. */
export function timeZone(): { zone: string; header: string } {
  const zone =
    'Temporal' in window
      ? Temporal.Now.timeZoneId()
      : Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const ahead_minutes = -new Date().getTimezoneOffset()
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(ahead_minutes)
  const offset = `${ahead_minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  return { zone, header: `${zone} GMT${offset}` }
}

/** Runs in the browser from its source text, so it may use only its arguments. A wrong guess costs a few KB. */
export function preload(
  { pages, languages, formats_worker }: Preloads,
  zoneOfBrowser: typeof timeZone,
): void {
  const [path = '', query] = location.hash.slice(1).split('?')
  const stored = (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is forbidden: use the browser's languages, and nobody is signed in.
      return null
    }
  }
  const known = Object.keys(languages)
  const languageOf = (code: string) => {
    if (/^zh(-(cn|sg|hans).*)?$/i.test(code)) return 'zh-Hans'
    if (/^zh-(tw|hk|mo|hant)/i.test(code)) return 'zh-Hant'
    return known.find((name) => name === code) ?? known.find((name) => name === code.split('-')[0])
  }
  const language =
    [stored('lang') ?? '', ...navigator.languages].map(languageOf).find((name) => name !== undefined) ?? 'en'
  const page = pages[path] ?? pages['/login']
  const token = stored('fb_token')

  function askForFiles(): void {
    const texts = ['', ...(page?.messages ?? [])].map((name) => languages[language]?.[name])
    for (const file of [...texts, ...(page?.files ?? [])]) {
      if (file === undefined) continue
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = `/${file}`
      document.head.append(link)
    }
  }

  function askForReadings(): void {
    // An address with a query, such as a filter, needs other readings; and the program may already have asked itself.
    if (!token || query !== undefined || !navigator.onLine || !page || window.early_answers) return
    const { zone, header } = zoneOfBrowser()
    const base = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''
    window.early_answers = page.asks.map((ask) => {
      const address = base + ask.replace(':time_zone', encodeURIComponent(zone))
      // In the program's order: it only takes an answer whose request had the same headers.
      const headers = {
        Accept: 'application/json',
        'Accept-Language': language,
        'X-TZ': header,
        'X-CT': token,
      }
      const ended = new AbortController()
      const response = fetch(address, { headers, signal: ended.signal })
      // The taker of the response handles its failure.
      response.catch(() => undefined)
      return { address, headers, response, abort: () => ended.abort(), asked_ms: performance.now() }
    })
  }

  function makeFormats(): void {
    // Most pages behind the sign-in show amounts.
    if (!token) return
    const createScriptURL = () => `/${formats_worker}`
    const policy = window.trustedTypes?.createPolicy('formats-worker', { createScriptURL })
    new Worker(policy?.createScriptURL('') ?? createScriptURL(), { name: language })
  }

  // A task each: together they would delay a touch noticeably.
  for (const step of [askForFiles, askForReadings, makeFormats]) setTimeout(step)
}
