import type { Settings } from '../../settings.ts'

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/**
 * The app's page with these settings in place of the build's defaults: base path of calls, brand name (PRODUCT §2.8),
 * ledger mode (so that the first paint marks a sandbox), whether the sandbox can be played, and how many demo people
 * to keep room for. Throws if the build lacks a place for one of them.
 */
export function pageFor(
  html: string,
  {
    base_path,
    brand,
    ledger_mode,
    demo_people,
    is_playable,
  }: Pick<Settings, 'base_path' | 'brand' | 'ledger_mode' | 'demo_people' | 'is_playable'>,
): string {
  const name = escaped(brand.name)
  return withTexts(html, [
    [/(<meta name="base-path" content=")[^"]*/, escaped(base_path)],
    [/(<meta name="ledger-mode" content=")[^"]*/, ledger_mode],
    [/(<meta name="demo-people" content=")[^"]*/, String(demo_people)],
    [/(<meta name="sandbox-playable" content=")[^"]*/, is_playable ? 'yes' : 'no'],
    [/(<meta name="application-name" content=")[^"]*/, name],
    [/(<title>)[^<]*/, name],
    [/(<div class="splash">[\s\S]*?<p>)[^<]*/, name],
  ])
}

/** The console's page, likewise: where the office's calls are, brand name and ledger mode. */
export function consolePageFor(
  html: string,
  {
    operator_path,
    console_passkey_origin,
    brand,
    ledger_mode,
  }: Pick<Settings, 'operator_path' | 'console_passkey_origin' | 'brand' | 'ledger_mode'>,
): string {
  const name = escaped(brand.name)
  return withTexts(html, [
    [/(<meta name="operator-path" content=")[^"]*/, escaped(operator_path)],
    [/(<meta name="passkey-origin" content=")[^"]*/, escaped(console_passkey_origin ?? '')],
    [/(<meta name="ledger-mode" content=")[^"]*/, ledger_mode],
    [/(<meta name="application-name" content=")[^"]*/, name],
    [/(<title>)[^<]*/, name],
    [/(<div class="splash">[\s\S]*?<p>)[^<]*/, name],
  ])
}

/** The page with a text at each of these places. */
function withTexts(html: string, places: readonly (readonly [RegExp, string])[]): string {
  return places.reduce((page, [place, text]) => {
    if (!place.test(page)) throw new Error(`the app's page has no ${place.source}`)
    return page.replace(place, (_match, before: string) => `${before}${text}`)
  }, html)
}
