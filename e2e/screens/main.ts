import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../tidy/run/command.ts'
import { ensureChromium } from '../../tidy/run/ensure-chromium.ts'
import { startDemo } from '../support/program.ts'
import { screensOf } from '../support/screens/screens.ts'
import { chooseScreens } from './choice.ts'
import { ensurePictureFonts } from './ensure-picture-fonts.ts'
import { takeFindingPictures } from './finding-pictures.ts'
import { indexPage } from './index-page.ts'
import { takePictures } from './pictures.ts'
import { takeReadmePictures } from './readme-pictures.ts'

/** The argument for the README's pictures only. */
const README = 'readme'
/** The argument for the pictures of first users' findings only. */
const FINDINGS = 'findings'

/** `npm run screens [-- filters]`: every route's picture and an index; without filters the README's pictures too. */
async function main(filters: readonly string[]): Promise<void> {
  await ensureChromium()
  await ensurePictureFonts()
  const folder = join(ROOT, 'screens')
  // With its ten weeks, as somebody sees it who opens a demo.
  const program = await startDemo({ env: { DEMO_WEEKS: '10' } })
  try {
    if (filters.length === 0 || filters.includes(README)) {
      console.log(`${await takeReadmePictures(program)} pictures of the README`)
      if (filters.includes(README)) return
    }
    if (filters.includes(FINDINGS)) {
      console.log(`${await takeFindingPictures(program)} pictures of what first users met`)
      return
    }
    const choice = chooseScreens(await screensOf(program.url, program.demo), filters)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    const { pictures, failures } = await takePictures(program, choice, folder)
    writeFileSync(join(folder, 'index.html'), indexPage(pictures, failures))
    for (const failure of failures) console.log(`not taken: ${failure}`)
    console.log(`${pictures.length} pictures, ${failures.length} failed: ${join(folder, 'index.html')}`)
    process.exitCode = failures.length === 0 && pictures.length > 0 ? 0 : 1
  } finally {
    await program.stop()
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
