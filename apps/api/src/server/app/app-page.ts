import type { Settings } from '../../settings.ts'

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/**
 * The app's page for these settings: the base path its calls go to, the brand's name (PRODUCT §2.8) and the ledger's
 * mode, so that the first drawing marks a sandbox, whether it may be played, and how many people of a demo it keeps room for;
 * the build carries their defaults. Throws where the build has no place for one of them.
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
  const places: readonly [RegExp, string][] = [
    [/(<meta name="base-path" content=")[^"]*/, escaped(base_path)],
    [/(<meta name="ledger-mode" content=")[^"]*/, ledger_mode],
    [/(<meta name="demo-people" content=")[^"]*/, String(demo_people)],
    [/(<meta name="sandbox-playable" content=")[^"]*/, is_playable ? 'yes' : 'no'],
    [/(<meta name="application-name" content=")[^"]*/, name],
    [/(<title>)[^<]*/, name],
    [/(<div class="splash">[\s\S]*?<p>)[^<]*/, name],
  ]
  return places.reduce((page, [place, text]) => {
    if (!place.test(page)) throw new Error(`the app's page has no ${place.source}`)
    return page.replace(place, (_match, before: string) => `${before}${text}`)
  }, html)
}
