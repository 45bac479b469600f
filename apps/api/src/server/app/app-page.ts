import { createHash } from 'node:crypto'
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

/** The office's page, likewise: where its calls are, brand name, ledger mode and its own build. */
export function consolePageFor(
  html: string,
  settings: Pick<Settings, 'operator_path' | 'console_passkey_origin' | 'brand' | 'ledger_mode'>,
): string {
  const page = deskPageFor(html, 'operator-path', settings.operator_path, settings)
  const place = /(<meta name="passkey-origin" content=")[^"]*/
  return withTexts(page, [[place, escaped(settings.console_passkey_origin ?? '')]])
}

/** The partners' page, likewise. */
export function partnerPageFor(
  html: string,
  settings: Pick<Settings, 'partner_path' | 'brand' | 'ledger_mode'>,
): string {
  return deskPageFor(html, 'partner-path', settings.partner_path, settings)
}

/** What tells a build of a page from another: its page names every file by what is in it. */
export function buildOfPage(html: string): string {
  return createHash('sha256').update(html).digest('hex').slice(0, 16)
}

function deskPageFor(
  html: string,
  path_name: string,
  path: string,
  { brand, ledger_mode }: Pick<Settings, 'brand' | 'ledger_mode'>,
): string {
  const name = escaped(brand.name)
  return withTexts(html, [
    [new RegExp(`(<meta name="${path_name}" content=")[^"]*`), escaped(path)],
    [/(<meta name="page-build" content=")[^"]*/, buildOfPage(html)],
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
