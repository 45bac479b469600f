import { CUSTOMERS, NEW_PRODUCT } from '../seed/catalogue.ts'
import { acceptorWithBond } from '../seed/seed-exchange.ts'
import { bringProduct } from '../seed/seed-market.ts'
import {
  answerDraft,
  askForWithdrawal,
  follow,
  moveAccount,
  openVip,
  placePlan,
  settleIn,
} from './customer-acts.ts'
import { exchange, holdForTheft, join, sendWithdrawals, setLeaderFee } from './office-acts.ts'
import { advertiserComes, advertiserPays, visitorsBook } from './owed-conversion.ts'
import { ACCOUNTS, FOLLOWERS, NEW_ACCOUNT, PAST_CUSTOMERS, PAST_PLANS, REVIEWED_PLAN } from './people.ts'
import type { Stage } from './stage.ts'
import { clickAndClick } from './visitors.ts'
import {
  announceActivity,
  answerChat,
  answerFeedback,
  askService,
  giveFeedback,
  signContract,
} from './written-acts.ts'

/** What somebody does on a day, under a unique name. */
export interface PastAct {
  /** Counted from 0. */
  day: number
  name: string
  /** Can be run again after a cut. */
  run(stage: Stage): Promise<void>
}

const [LEADER] = CUSTOMERS

const WISH = {
  subject: 'Results by placement',
  content: 'I would like to see at a glance on which publisher’s page my plan earned and on which it lost.',
  answer:
    'Thank you. Each plan’s page lists its placements with what they cost and what they earned: open a plan, then “Placements”.',
}

const QUESTION = {
  text: 'My 50.00 have left the wallet. Is there anything that I still have to do, or to pay?',
  answer:
    'Nothing at all. The bank has our order, and your wallet shows the transfer as confirmed once the bank has made it. No one should ever ask you to pay to withdraw. If someone does, tell us.',
}

/** Everything that people do in the demo's past, sorted by person. */
export const PAST_ACTS: readonly PastAct[] = [
  ...CUSTOMERS.map((customer) => {
    const { username } = customer
    const person = { ...customer, account_number: ACCOUNTS[username] }
    return act(0, `${username} settles in`, (stage) => settleIn(stage, person))
  }),
  act(1, 'an acceptor posts a bond', async ({ office }) => {
    await acceptorWithBond(office)
  }),
  ...PAST_CUSTOMERS.map((person) =>
    act(person.joins_day, `${person.username} joins`, (stage) => join(stage, person)),
  ),
  ...PAST_PLANS.map((plan) => {
    const name = `plan of ${plan.username}, day ${plan.day}`
    return act(plan.day, name, (stage) => placePlan(stage, name, plan))
  }),
  act(15, 'a fee for the leader', (stage) => setLeaderFee(stage, LEADER.username, 10)),
  act(16, 'kim follows anew, at that fee', (stage) => follow(stage, 'kim', LEADER.username)),
  ...FOLLOWERS.flatMap(({ username, from_day, drafts }) => [
    act(from_day, `${username} follows`, (stage) => follow(stage, username, LEADER.username)),
    ...drafts.map(([day, amount]) => {
      const name = `draft of ${username}, day ${day}`
      return act(day, name, (stage) => answerDraft(stage, name, username, amount))
    }),
  ]),
  act(6, 'a contract', (stage) => signContract(stage, 'kim')),
  act(17, 'a wish', (stage) => giveFeedback(stage, 'a wish', LEADER.username, WISH)),
  act(18, 'an answer to it', (stage) => answerFeedback(stage, LEADER.username, WISH.answer)),
  act(20, 'a hold', (stage) => holdForTheft(stage, 'mei', '15.00')),
  act(24, 'an exchange', (stage) => exchange(stage, 'tariq')),
  act(30, 'a device that clicks and clicks', ({ pages, witness }) => clickAndClick(pages.letter, witness)),
  act(33, 'an advertiser with little escrow', advertiserComes),
  act(35, 'two visitors book', visitorsBook),
  act(46, 'its escrow grows', advertiserPays),
  act(32, 'a month of VIP', (stage) => openVip(stage, 'a month of VIP', LEADER.username)),
  ...withdrawal(39, LEADER.username, '50.00'),
  act(40, 'a question in the chat', (stage) => askService(stage, 'a question', LEADER.username, QUESTION)),
  act(41, 'an answer in the chat', (stage) => answerChat(stage, LEADER.username, QUESTION.answer)),
  ...withdrawal(55, 'alba', '30.00'),
  ...withdrawal(62, 'kim', '40.00'),
  act(68, 'news of an activity', announceActivity),
]

/** Done once the present is reached: what the first customer has waiting at the first visit. */
export const PRESENT_ACTS: readonly Omit<PastAct, 'day'>[] = [
  {
    name: 'a product under review',
    run: ({ office, origins }) => bringProduct(office, NEW_PRODUCT, origins),
  },
  { name: 'a plan under review', run: (stage) => placePlan(stage, 'a plan under review', REVIEWED_PLAN) },
  {
    name: 'another account',
    run: (stage) => moveAccount(stage, { ...LEADER, account_number: NEW_ACCOUNT }),
  },
  {
    name: 'a withdrawal under way',
    run: (stage) => askForWithdrawal(stage, 'under way', LEADER.username, '40.00'),
  },
]

function act(day: number, name: string, run: PastAct['run']): PastAct {
  return { day, name, run }
}

function withdrawal(day: number, username: string, amount: string): PastAct[] {
  const name = `withdrawal of ${username}, day ${day}`
  return [
    act(day, name, (stage) => askForWithdrawal(stage, name, username, amount)),
    act(day + 1, `${name}, sent`, sendWithdrawals),
  ]
}
