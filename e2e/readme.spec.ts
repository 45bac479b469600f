import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type DemoFile, type Program, startDemo } from './support/program.ts'
import { type ReadmeAct, readmeSteps } from './support/readme-steps.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const README = readFileSync(`${ROOT}README.md`, 'utf8')
/** As long as a plan takes to settle. */
const WEEKS = { DEMO_WEEKS: '3', DEMO_OFFICE: 'by_itself' }

/** The topmost control with this name, in an open sheet if there is one. */
async function controlOf(page: Page, name: string): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  const where = (await dialog.count()) > 0 ? dialog.last() : page.locator('body')
  const begins = new RegExp(`^${name.replaceAll(/[.+*?^$()[\]{}|\\]/g, '\\$&')}`)
  const roles = ['button', 'link', 'tab', 'switch'] as const
  const [first, ...others] = roles.map((role) => where.getByRole(role, { name: begins }))
  if (!first) throw new Error('a control has a role')
  return others
    .reduce((found, each) => found.or(each), first)
    .filter({ visible: true })
    .first()
}

/** Runs a command of the README; returns its output. */
async function run(command: string, { data_dir, demo }: Program & { demo: DemoFile }): Promise<string> {
  const [, verb = ''] = /^npm run operator -- (.+)$/.exec(command) ?? []
  if (verb === '') throw new Error(`the README asks for another command than the operator's: ${command}`)
  const mara = demo.staff.find(({ username }) => username === 'mara')
  const env = { ...process.env, DATA_DIR: data_dir, OPERATOR_PASSWORD: mara?.password ?? '' }
  const options = { cwd: ROOT, env }
  const args = ['apps/api/src/operator.ts', ...verb.split(' ')]
  return (await promisify(execFile)(process.execPath, args, options)).stdout
}

/** Goes back one step and waits for the result: a closed sheet or another page. */
async function goBack(page: Page): Promise<void> {
  const present = async () => `${page.url()} ${await page.getByRole('dialog').count()}`
  const before = await present()
  await page.goBack()
  await expect.poll(present).not.toBe(before)
}

async function act(page: Page, one: Exclude<ReadmeAct, { kind: 'run' }>): Promise<void> {
  if (one.kind === 'tap') await (await controlOf(page, one.control)).click()
  if (one.kind === 'type') await page.getByLabel(one.field).first().fill(one.text)
  if (one.kind === 'back') for (let time = 0; time < one.times; time += 1) await goBack(page)
}

test('the README’s first five minutes, step by step as it words them [proof 429]', async ({ page }) => {
  const steps = readmeSteps(README)
  const program = await startDemo({ env: WEEKS })
  try {
    await page.goto(`${program.url}/#/login`)
    for (const [index, { acts, seen, printed }] of steps.entries()) {
      await test.step(`step ${index + 1}`, async () => {
        let output = ''
        for (const one of acts) {
          if (one.kind === 'run') output += await run(one.command, program)
          else await act(page, one)
        }
        for (const text of seen)
          await expect(page.getByText(text).filter({ visible: true }).first(), text).toBeVisible()
        for (const text of printed) expect(output).toContain(text)
      })
    }
  } finally {
    await program.stop()
  }
})

test('control: a step that nobody knows how to do is told', () => {
  const readme = (step: string) => `## The first five minutes\n\n1. ${step}\n\n## Next\n`
  expect(readmeSteps(readme('**Tap “A”, then “B”.** “C”'))).toHaveLength(1)
  for (const step of ['**Shake the phone.**', 'Tap “A”.', '**Tap “A”, then shake the phone.** “B”'])
    expect(() => readmeSteps(readme(step)), step).toThrow('step of the README')
  expect(() => readmeSteps('# Nothing')).toThrow('no steps')
})
