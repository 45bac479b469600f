import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as vite from 'vite'
import { adtallyBidAdapter } from '../../../packages/prebid-adapter/bundling/rollup-plugin.ts'
import { ROOT } from '../../../tidy/run/command.ts'

/** Another text in the place of one of the adapter's: what a test does without the rule that it stands for. */
export type Cut = readonly [text: string, by: string]

export const ADAPTER_FOLDER = join(ROOT, 'packages/prebid-adapter')

/**
 * A script for a page, made of `entry` with Prebid.js's published modules and our adapter, which `cuts` change. Beside
 * `entry` lie `files`.
 */
export function bundlePrebid(
  entry: string,
  { cuts = [], files = {} }: { cuts?: readonly Cut[]; files?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  return inFolder({ ...files, 'entry.js': entry }, (folder) =>
    builtIn(folder, {
      configFile: false,
      plugins: [adtallyBidAdapter(), ...(cuts.length > 0 ? [cutting(cuts)] : [])],
      build: { lib: { entry: 'entry.js', formats: ['iife'], name: 'page' }, minify: false },
    }),
  )
}

/** A script for a page as a publisher makes it, with files of its own and a copy of the adapter's folder. */
export function bundleAsPublisher(files: Readonly<Record<string, string>>): Promise<string> {
  return inFolder(files, (folder) => {
    const filter = (path: string) => !path.endsWith('node_modules')
    cpSync(ADAPTER_FOLDER, join(folder, 'prebid-adapter'), { recursive: true, filter })
    return builtIn(folder, {})
  })
}

async function inFolder<Made>(
  files: Readonly<Record<string, string>>,
  make: (folder: string) => Promise<Made>,
): Promise<Made> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'adtally-prebid-')))
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return await make(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What Vite makes in the folder, without writing it. */
async function builtIn(root: string, { build, ...config }: vite.InlineConfig): Promise<string> {
  const built = await vite.build({ root, logLevel: 'error', ...config, build: { ...build, write: false } })
  const [chunk] = [built].flat().flatMap((made) => ('output' in made ? made.output : []))
  if (chunk?.type !== 'chunk') throw new Error('Vite made no script of Prebid.js')
  return chunk.code
}

function cutting(cuts: readonly Cut[]): vite.Plugin {
  return {
    name: 'cuts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('adtallyBidAdapter.ts')) return null
      return cuts.reduce((text, [from, by]) => {
        if (!text.includes(from)) throw new Error(`the adapter does not have: ${from}`)
        return text.replaceAll(from, by)
      }, code)
    },
  }
}
