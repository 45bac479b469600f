import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { ROOT } from '../../../tidy/run/command.ts'
import { CHROMIUM_FLAGS } from '../chromium.ts'
import type { Face } from '../screens/faces.ts'

/** Latin letters, which every face has, so that they are drawn with the machine's sans. */
const SAMPLE = 'Hamburg'

/**
 * Makes a font configuration in an existing folder: these faces and no others, the first of them its sans. Returns
 * the path for `FONTCONFIG_FILE`, with which Chromium knows no other fonts.
 */
export function makeFontMachine(folder: string, faces: readonly [Face, ...Face[]]): string {
  const fonts = join(folder, 'fonts')
  mkdirSync(fonts)
  for (const { path } of faces.flatMap(({ files }) => files)) {
    symlinkSync(join(ROOT, path), join(fonts, basename(path)))
  }
  const path = join(folder, 'fonts.conf')
  writeFileSync(path, configuration(fonts, fontCacheOf(path), faces[0].family))
  return path
}

/** Where a Chromium keeps what it has read of the fonts of the configuration at `path`. */
export function fontCacheOf(path: string): string {
  return join(dirname(path), 'cache')
}

/** The same in addition to this machine's fonts, for letters that none of the faces has. */
export function addToFonts(folder: string, faces: readonly [Face, ...Face[]]): string {
  const path = makeFontMachine(folder, faces)
  const own = process.env.FONTCONFIG_FILE ?? '/etc/fonts/fonts.conf'
  const include = `<include ignore_missing="yes">${own}</include>`
  writeFileSync(path, readFileSync(path, 'utf8').replace('</fontconfig>', `${include}\n</fontconfig>`))
  return path
}

/** The families that the app's font list and `sans-serif` resolve to under that configuration. */
export async function familiesOn(fontconfig_path: string, chromium_path: string): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: chromium_path,
    args: [...CHROMIUM_FLAGS],
    env: { ...process.env, FONTCONFIG_FILE: fontconfig_path },
  })
  try {
    return [await familyOf(browser, 'system-ui'), await familyOf(browser, 'sans-serif')]
  } finally {
    await browser.close()
  }
}

async function familyOf(browser: Browser, name: string): Promise<string> {
  const page = await browser.newPage()
  await page.setContent(`<p style="font-family: ${name}">${SAMPLE}</p>`)
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await page.close()
  return fonts.map(({ familyName }) => familyName).join(' and ')
}

function configuration(fonts: string, cache: string, sans: string): string {
  const generic = ['sans-serif', 'system-ui'].map(
    (name) => `<alias><family>${name}</family><prefer><family>${sans}</family></prefer></alias>`,
  )
  // Chromium asks for the system's font without a name, which usually gives the sans.
  const others = ['sans-serif', 'serif', 'monospace'].map(
    (name) => `<test qual="all" name="family" compare="not_eq"><string>${name}</string></test>`,
  )
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${fonts}</dir>
<cachedir>${cache}</cachedir>
<match target="pattern">
${others.join('\n')}
<edit name="family" mode="append_last"><string>sans-serif</string></edit>
</match>
${generic.join('\n')}
</fontconfig>
`
}
