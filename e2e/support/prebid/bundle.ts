import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as vite from 'vite'
import { adtallyBidAdapter } from '../../../packages/prebid-adapter/bundling/rollup-plugin.ts'
import { ROOT } from '../../../tidy/run/command.ts'

/** Another text in the place of one of the adapter's: what a test does without the rule that it stands for. */
export type Cut = readonly [text: string, by: string]

export const ADAPTER_FOLDER = join(ROOT, 'packages/prebid-adapter')

/** A script for a page, made of `entry` with Prebid.js's published modules and our adapter, which `cuts` change. */
export async function bundlePrebid(entry: string, cuts: readonly Cut[] = []): Promise<string> {
  return await inPublisherFolder(async (folder) => {
    writeFileSync(join(folder, 'prebid.js'), entry)
    return await builtIn(folder, {
      configFile: false,
      plugins: [adtallyBidAdapter(), ...(cuts.length > 0 ? [cutting(cuts)] : [])],
      build: { lib: { entry: 'prebid.js', formats: ['iife'], name: 'page' }, minify: false },
    })
  })
}

/** A folder as a publisher has it, beside installed packages and a copy of the adapter's. */
export async function inPublisherFolder<Made>(make: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'adtally-prebid-')))
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    symlinkSync(ADAPTER_FOLDER, join(folder, 'prebid-adapter'))
    return await make(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What Vite makes in the folder, without writing it. */
export async function builtIn(folder: string, config: vite.InlineConfig): Promise<string> {
  const built = await vite.build({
    root: folder,
    logLevel: 'error',
    ...config,
    build: { ...config.build, write: false },
  })
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
