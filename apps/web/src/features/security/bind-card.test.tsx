import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { refusal, success } from '../../testing/fake-api.ts'
import { openPage, owner } from '../../testing/open-page.ts'
import { PIN_DIGEST, sheet } from '../../testing/pin-sheet.ts'
import { buildUser } from '../../testing/start-app.tsx'
import { buildBeneficiary, walletReplies } from '../../testing/wallet-replies.ts'

const button = (name: string) => browser.getByRole('button', { name, exact: true })
const field = (name: string) => browser.getByRole('textbox', { name })

async function start(
  bound: ReturnType<typeof buildBeneficiary> | null,
  edited = success(buildBeneficiary({ kind: 'bank_card' })),
  user = owner,
) {
  const at = '/wallet/bind-card?next=%2Fwallet%3Fwithdraw%3Damount'
  const replies = { ...walletReplies(bound), '/user/info': success(user), '/bank_card/edit': edited }
  const sent = await openPage(at, replies, { user })
  return () => sent.bodies('/bank_card/edit')
}

async function fillCard() {
  await field('Bank name').fill('Handelsbank')
  await field('Beneficiary name').fill('Ada Lovelace')
  await field('Card number').fill('4111 1111 1111 1111')
  await button('Add beneficiary').click()
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('246810')
}

describe('binding for the first time', () => {
  it('checks each field before it asks for the transaction password [proof 87]', async () => {
    await start(null)
    await button('Add beneficiary').click()
    for (const name of ['Bank name', 'Beneficiary name', 'Card number']) {
      await expect.element(field(name)).toHaveAccessibleDescription(/Cannot be empty/)
    }
    await expect.element(field('Bank name')).toHaveFocus()
    await expect.element(sheet).not.toBeInTheDocument()
  })
  it.each([
    ['Bank card', 'Card number', '4111 1111 1111 1112', 'This account number isn’t valid'],
    ['Bank account', 'Account number', 'GB82 WEST 1234 5698 7654 33', 'This account number isn’t valid'],
    [
      'Wallet address',
      'Wallet address',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      'This wallet address isn’t valid',
    ],
  ])(
    'finds a wrong number of a %s before it asks for the transaction password',
    async (kind, name, number, said) => {
      const sent = await start(null)
      await button(kind).click()
      if (kind !== 'Wallet address') await field('Bank name').fill('Handelsbank')
      await field('Beneficiary name').fill('Ada Lovelace')
      await field(name).fill(number)
      await button('Add beneficiary').click()
      await expect.element(field(name)).toHaveAccessibleDescription(expect.stringContaining(said))
      await expect.element(field(name)).toHaveFocus()
      await expect.element(sheet).not.toBeInTheDocument()
      expect(sent()).toEqual([])
    },
  )
  it('forgets the number of another kind, and nothing else', async () => {
    await start(null)
    await field('Bank name').fill('Handelsbank')
    await field('Card number').fill('4111 1111 1111 1111')
    await button('Bank card').click()
    await expect.element(field('Card number')).toHaveValue('4111 1111 1111 1111')
    await button('Bank account').click()
    await expect.element(field('Bank name')).toHaveValue('Handelsbank')
    await expect.element(field('Account number')).toHaveValue('')
  })
  it('is confirmed with the transaction password, and goes on', async () => {
    const sent = await start(null)
    await fillCard()
    await sheet.getByRole('button', { name: 'Add beneficiary' }).click()
    await expect.element(browser.getByRole('heading', { name: 'Beneficiary added' })).toBeVisible()
    expect(sent()).toEqual([
      {
        beneficiary: {
          kind: 'bank_card',
          bank_name: 'Handelsbank',
          beneficiary_name: 'Ada Lovelace',
          account_number: '4111 1111 1111 1111',
        },
        password: PIN_DIGEST,
      },
    ])
    await button('Continue').click()
    await expect.poll(() => window.location.hash).toBe('#/wallet?withdraw=amount')
  })
  it('shows what the server refuses beside its field', async () => {
    const invalid = refusal(400, 'This account number isn’t valid. Please check it', {
      reason: 'account_number_invalid',
      field: 'beneficiary.account_number',
    })
    await start(null, invalid)
    await fillCard()
    await sheet.getByRole('button', { name: 'Add beneficiary' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(field('Card number')).toHaveAccessibleDescription(/This account number isn’t valid/)
  })
  it('keeps the form while the transaction password is wrong', async () => {
    const wrong = refusal(405, 'Please enter the correct transaction password', {
      reason: 'transaction_password_wrong',
      field: 'password',
    })
    await start(null, wrong)
    await fillCard()
    await sheet.getByRole('button', { name: 'Add beneficiary' }).click()
    await expect
      .element(sheet.getByRole('alert'))
      .toHaveTextContent('Please enter the correct transaction password')
  })
  it('asks for a transaction password first where there is none', async () => {
    await start(null, undefined, buildUser())
    await button('Set transaction password').click()
    await expect.poll(() => window.location.hash).toContain('#/wallet/set-password?next=')
    expect(decodeURIComponent(window.location.hash)).toContain('/wallet/bind-card?next=')
  })
})

describe('what is bound', () => {
  it('is shown masked, with the wait it is in', async () => {
    const usable_from = new Date(Date.now() + 86_400_000).toISOString()
    await start(buildBeneficiary({ usable_from }))
    await expect.element(browser.getByText('•••• 3000')).toBeVisible()
    await expect.element(browser.getByText(/Withdrawals to this beneficiary are on hold until/)).toBeVisible()
  })
  it('must be modified before it is submitted, and says that a change waits 24 hours [proof 86]', async () => {
    const sent = await start(buildBeneficiary())
    await button('Change beneficiary').click()
    await expect.element(browser.getByText(/withdrawals are on hold for 24\shours/)).toBeVisible()
    await button('Change beneficiary').click()
    await expect.element(browser.getByText('Nothing was changed')).toBeVisible()
    expect(sent()).toEqual([])
  })
  it('can become a wallet address', async () => {
    const sent = await start(buildBeneficiary())
    await button('Change beneficiary').click()
    await button('Wallet address').click()
    await button('Tron').click()
    await field('Beneficiary name').fill('Ada Lovelace')
    await field('Wallet address').fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
    await button('Change beneficiary').click()
    await expect.element(sheet).toBeVisible()
    await userEvent.keyboard('246810')
    await sheet.getByRole('button', { name: 'Confirm change' }).click()
    await expect.element(browser.getByRole('heading', { name: 'Beneficiary added' })).toBeVisible()
    expect(sent()).toEqual([
      expect.objectContaining({
        beneficiary: {
          kind: 'wallet_address',
          network: 'tron',
          beneficiary_name: 'Ada Lovelace',
          account_number: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
        },
      }),
    ])
  })
})

it('is accessible', async () => {
  await start(null)
  await expect.element(button('Add beneficiary')).toBeVisible()
  expect(await accessibilityFaults()).toEqual([])
})
