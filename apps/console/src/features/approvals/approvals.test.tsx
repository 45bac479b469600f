import { clickUntil } from '@adtally/client/testing/click-until.ts'
import { accessibilityFaults } from '@adtally/ui/testing/accessibility.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerOffice, refusal, success } from '../../testing/fake-office.ts'
import { standsIn } from '../../testing/form-hands.ts'
import { asDesktop, buildPerson, startConsole } from '../../testing/start-console.tsx'
import type { Proposal, ShownProposal } from './api/approval-calls.ts'

const idOf = (number: number) => `01890000-0000-7000-8000-0000000000c${number}`

/** A proposal as the office answers it. */
function proposal(number: number, members: Partial<Proposal> = {}): Proposal {
  return {
    ...{ proposal_id: idOf(number), action: 'hold.place', subject_kind: 'hold', subject_id: idOf(number) },
    ...{ customer_id: null, payload: { evidence: 'Told us in the chat', report: 'chat 7' } },
    says: `Hold ${number}.00 EUR of available funds of customer 204816 (ada): account_theft`,
    before: { on_hold: '0.00 EUR', deadline: '–' },
    after: { on_hold: `${number}.00 EUR`, deadline: '–' },
    ...{ sum: `${number}.00`, booked: [`${number}.00 EUR from customer_available to risk_hold (hold)`] },
    ...{
      payload_hash: 'a'.repeat(64),
      facts_hash: `${number}`.repeat(64),
      draws_number: false,
      shows_once: false,
    },
    ...{ hindrance: null, reason: 'Their account was taken over', maker: 'nina', maker_is_disabled: false },
    ...{ proposed_at: '2026-11-30T09:00:00.000Z', expires_at: '2026-12-07T09:00:00.000Z', status: 'open' },
    ...{ checker_username: null, decision_reason: null, decided_at: null },
    ...members,
  }
}

const queue = (items: readonly Proposal[], next_cursor: string | null = null) =>
  success({ items, next_cursor })
const waiting = [
  proposal(1),
  proposal(2),
  proposal(3, { action: 'withdrawal.approve', says: 'Approve W100001' }),
]
const mine = [proposal(4, { maker: 'mira', hindrance: 'own' })]

function shown(number: number, members: Partial<ShownProposal> = {}): ShownProposal {
  const { says, before, after, sum, booked, facts_hash, ...rest } = proposal(number)
  const facts = { says, before, after, sum, booked }
  return {
    ...facts,
    ...rest,
    facts_hash,
    evidence: [],
    sealed: [],
    is_as_proposed: true,
    now: { ...facts, facts_hash },
    ...members,
  }
}

describe('the inbox', () => {
  test('greys what one may not decide and says why; arrow keys move, Enter opens [proof 1271]', async () => {
    await asDesktop()
    const sent = answerOffice({
      'list-proposals': ({ input }) => queue(input.queue === 'mine' ? mine : waiting),
      'show-proposal': success(shown(2)),
    })
    await startConsole({ at: '/approvals' })
    await expect.element(page.getByRole('link', { name: /Hold 1\.00/ })).toBeVisible()
    await page.getByRole('tab', { name: 'Mine' }).click()
    await expect.element(page.getByText('Yours. A second person decides.')).toBeVisible()
    expect(page.getByRole('checkbox').query()).toBeNull()
    await page.getByRole('tab', { name: 'Waiting for me' }).click()
    const first = page.getByRole('link', { name: /Hold 1\.00/ })
    await expect.element(first).toBeVisible()
    const link = first.element()
    if (link instanceof HTMLElement) link.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('link', { name: /Hold 2\.00/ })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: /Hold 2\.00/ })).toBeVisible()
    expect(sent.map(({ name, input }) => [name, input.queue ?? input.proposal_id])).toContainEqual([
      'show-proposal',
      idOf(2),
    ])
  })

  test('narrows by what is typed, and says so where nothing fits [proof 1272]', async () => {
    await asDesktop()
    const sent = answerOffice({ 'list-proposals': ({ input }) => queue(input.sum_min ? [] : waiting) })
    await startConsole({ at: '/approvals' })
    await page.getByLabelText('Sum from').fill('lots')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect.element(page.getByText(/Please enter a valid number/)).toBeVisible()
    await page.getByLabelText('Sum from').fill('1,000.50')
    await page.getByLabelText('Action').selectOptions('hold.place')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect.element(page.getByText('Nothing here fits the filter')).toBeVisible()
    expect(sent.at(-1)?.input).toEqual({ queue: 'waiting_for_me', action: 'hold.place', sum_min: '1000.50' })
  })

  test('several of one action are approved together, the sum first, with a result each [proof 1273]', async () => {
    await asDesktop()
    const result = (number: number, members: Record<string, unknown>) => ({
      ...{ proposal_id: idOf(number), is_approved: true, refused: null, now: null },
      ...{ checker_username: 'mira', decided_at: null, ...members },
    })
    const second = { is_approved: false, refused: 'proposal_decided', checker_username: 'theo' }
    const items = [result(1, {}), result(2, { ...second, decided_at: '2026-11-30T10:00:00.000Z' })]
    const sent = answerOffice({
      'list-proposals': queue(waiting),
      'approve-together': success({ action: 'hold.place', approved: 1, sum: '1.00', items }),
    })
    await startConsole({ at: '/approvals' })
    await page.getByRole('checkbox', { name: /Hold 1\.00/ }).click()
    await page.getByRole('checkbox', { name: /Hold 2\.00/ }).click()
    await expect.element(page.getByRole('checkbox', { name: /Approve W100001/ })).toBeDisabled()
    await expect.element(page.getByText('3.00 in all').first()).toBeVisible()
    await page.getByRole('button', { name: 'Approve them' }).click()
    await page.getByRole('button', { name: 'Approve 2 · 3.00' }).click()
    await expect.element(page.getByText(/1 of 2 approved/)).toBeVisible()
    await expect.element(page.getByText(/Decided by theo/)).toBeVisible()
    const asked = sent.filter(({ name }) => name === 'approve-together')
    expect(asked.map(({ input }) => input)).toEqual([
      { seen: [1, 2].map((number) => `${idOf(number)}:${'a'.repeat(64)}:${`${number}`.repeat(64)}`) },
    ])
  })
})

describe('a proposal', () => {
  test('is approved by the digests of what is shown; what changed meanwhile is shown beside it first [proof 1274]', async () => {
    await asDesktop()
    const changed = {
      ...shown(1).now,
      after: { on_hold: '0.50 EUR' },
      sum: '0.50',
      facts_hash: 'f'.repeat(64),
    }
    const is_now = { ...changed, says: shown(1).says, before: shown(1).before, booked: [] }
    let has_changed = false
    const sent = answerOffice({
      'show-proposal': () =>
        success(has_changed ? shown(1, { is_as_proposed: false, now: is_now }) : shown(1)),
      approve: ({ input }) => {
        has_changed = true
        return input.facts_hash === 'f'.repeat(64)
          ? success({
              ...is_now,
              facts_hash: undefined,
              proposal_id: idOf(1),
              action: 'hold.place',
              outcome: { hold_id: 'x' },
              superseded: [],
            })
          : refusal(405, 'Changed', { reason: 'proposal_changed' })
      },
    })
    await startConsole({ at: `/approvals/${idOf(1)}` })
    await expect.element(page.getByText('Told us in the chat')).toBeVisible()
    await expect.element(page.getByText('1.00 EUR from customer_available to risk_hold (hold)')).toBeVisible()
    await page.getByRole('button', { name: 'Approve · 1.00' }).click()
    await expect.element(page.getByText(/It changed while you looked/)).toBeVisible()
    await expect.element(page.getByRole('table', { name: 'As it was proposed' })).toBeVisible()
    await expect.element(page.getByRole('table', { name: 'As it is now' })).toBeVisible()
    // What is done in between makes the next tap another one.
    await page.getByText('All that was proposed').click()
    await page.getByRole('button', { name: 'Approve · 0.50' }).click()
    await expect.element(page.getByText('Approved and carried out')).toBeVisible()
    const digests = sent.filter(({ name }) => name === 'approve').map(({ input }) => input)
    const asked = { proposal_id: idOf(1), payload_hash: 'a'.repeat(64) }
    expect(digests).toEqual([
      { ...asked, facts_hash: '1'.repeat(64) },
      { ...asked, facts_hash: 'f'.repeat(64) },
    ])
  })

  test('an approval whose answer was lost is asked for again as it was sent, and shows what it shows once [proof 1458]', async () => {
    let reply: ReturnType<typeof success> = null
    const lost = { action: 'staff.add', shows_once: true } as const
    const after = shown(1, { ...lost, status: 'approved', hindrance: 'ended', checker_username: 'mira' })
    const sent = answerOffice({
      'show-proposal': () => success(sent.some(({ name }) => name === 'approve') ? after : shown(1, lost)),
      approve: () => reply,
    })
    await startConsole({ at: `/approvals/${idOf(1)}` })
    await page.getByRole('button', { name: 'Approve · 1.00' }).click()
    await expect.element(page.getByText('We don’t know yet whether this was done')).toBeVisible()
    const { says, before, sum } = shown(1)
    const outcome = { username: 'fred', second_code: 'd033688acd54f856' }
    reply = success({
      ...{ proposal_id: idOf(1), action: 'staff.add', says, before, after: {}, sum, booked: [] },
      ...{ outcome, superseded: [] },
    })
    await clickUntil(
      page.getByRole('button', { name: 'Ask again' }),
      () => sent.filter(({ name }) => name === 'approve').length === 2,
    )
    await expect.element(page.getByText('d033688acd54f856')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'I’ve noted it' })).toBeVisible()
    const [first, second] = sent.filter(({ name }) => name === 'approve')
    expect(second?.input).toEqual(first?.input)
  })

  test('what is sealed is seen for a reason, before which it can’t be approved [proof 1454]', async () => {
    const account_number = 'GB33BUKB20201555555555'
    const sent = answerOffice({
      'show-proposal': success(shown(1, { sealed: ['account_number'] })),
      'reveal-proposal': success({ proposal_id: idOf(1), revealed: { account_number } }),
    })
    const container = await startConsole({ at: `/approvals/${idOf(1)}` })
    const approve = page.getByRole('button', { name: 'Approve · 1.00' })
    await expect.element(approve).toBeDisabled()
    await expect.element(page.getByText('See what is sealed before you approve it.')).toBeVisible()
    await page.getByRole('button', { name: 'Show it whole' }).click()
    await expect.element(page.getByLabelText('Why you need to see it')).toHaveAccessibleDescription(/Say why/)
    expect(sent.filter(({ name }) => name === 'reveal-proposal')).toEqual([])
    await page.getByLabelText('Why you need to see it').fill('To hold it to the letter')
    await page.getByRole('button', { name: 'Show it whole' }).click()
    await expect.element(page.getByText('GB33 BUKB 2020 1555 5555 55')).toBeVisible()
    await expect.element(approve).toBeEnabled()
    expect(sent.find(({ name }) => name === 'reveal-proposal')?.input).toEqual({
      proposal_id: idOf(1),
      reason: 'To hold it to the letter',
    })
    expect(await accessibilityFaults(container)).toEqual([])
  })

  test('is refused with a reason alone, and its maker has the form back as they filled it in [proof 1275]', async () => {
    const sent = answerOffice({
      'show-proposal': ({ input }) =>
        success(
          input.proposal_id === idOf(1)
            ? shown(1)
            : shown(4, {
                ...{ maker: 'mira', hindrance: 'ended', status: 'refused', decision_reason: 'Whose is it?' },
                ...{ checker_username: 'theo', decided_at: '2026-11-30T10:00:00.000Z' },
                given: {
                  name: 'place-hold',
                  fields: { customer: '204816', evidence: 'Told us', amount: '4.00' },
                },
              }),
        ),
      'refuse-proposal': success({ proposal_id: idOf(1), action: 'hold.place', verdict: 'refused' }),
    })
    const container = await startConsole({ at: `/approvals/${idOf(1)}` })
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('button', { name: 'Refuse it' }).click()
    await expect.element(page.getByText('Say why')).toBeVisible()
    expect(sent.filter(({ name }) => name === 'refuse-proposal')).toEqual([])
    await page.getByLabelText('Why it’s refused').fill('Whose is it?')
    await page.getByRole('button', { name: 'Refuse it' }).click()
    await expect.element(page.getByText('Refused', { exact: true })).toBeVisible()
    expect(sent.at(-2)?.input).toEqual({ proposal_id: idOf(1), reason: 'Whose is it?' })
    window.location.hash = `#/approvals/${idOf(4)}`
    await page.getByRole('link', { name: 'Open the form again, filled in' }).click()
    const find = () => container.querySelector<HTMLFormElement>('#content form')
    await expect.poll(() => find()?.elements.namedItem('amount')).toBeTruthy()
    const form = find()
    if (!form) throw new Error('there is no form')
    expect(['customer', 'evidence', 'amount', 'report'].map((name) => standsIn(form, name))).toEqual([
      ...['204816', 'Told us', '4.00', ''],
    ])
  })

  test.each([
    ['en', 'desktop'],
    ['zh-Hans', 'phone'],
  ] as const)(
    'and its queue have no fault that axe finds, in %s on a %s [proof 1276]',
    async (language, size) => {
      if (size === 'desktop') await asDesktop()
      answerOffice({
        'list-proposals': queue([...waiting, ...mine], 'next'),
        'show-proposal': success(
          shown(4, { hindrance: 'own', is_as_proposed: false, refused_now: 'insufficient_balance' }),
        ),
      })
      const container = await startConsole({ at: '/approvals', language, person: buildPerson() })
      await expect.poll(() => container.querySelectorAll('a[data-proposal]').length).toBe(4)
      expect(await accessibilityFaults(container)).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
      window.location.hash = `#/approvals/${idOf(4)}`
      await expect.poll(() => container.querySelector('table')).not.toBeNull()
      expect(await accessibilityFaults(container)).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
    },
  )
})
