import type { Maker } from './support/call-recorder.ts'

const MAIN_JOB: Maker = {
  file: 'main-job.spec.ts',
  title: 'the whole main job: licence key to a withdrawal that the bank confirmed, and the books balance',
}
const CONTRACT: Maker = {
  file: 'contract.spec.ts',
  title: 'the contract is read, signed and kept; its receipt is checked; no rule of the page is broken',
}
const STATEMENT: Maker = { file: 'contract.spec.ts', title: 'a statement is saved as PDF from the wallet' }
const GUEST: Maker = {
  file: 'guest-chat.spec.ts',
  title: 'a visitor finds service from the login, writes, loses nothing, and is answered',
}
const HOST: Maker = {
  file: 'routes.spec.ts',
  title: 'a host’s user opens an ad account by a ticket and a code, and comes back by another ticket',
}
const KEYBOARD: Maker = {
  file: 'keyboard.spec.ts',
  title: 'the main job without a pointer: sign in, read, place, withdraw, be told, log out',
}
const inCalls = (title: string): Maker => ({ file: 'calls.spec.ts', title })
const PLANS = inCalls('a plan’s lists are opened, it is paused and goes on, and a withdrawal is taken back')
const FOLLOWING = inCalls('drafts of a leader are confirmed and dismissed; following ends and begins again')
const COUPONS = inCalls(
  'coupons and startup funds are taken and pay for a plan; level and credit score say what from',
)
const EXCHANGE = inCalls(
  'an acceptance code leads to an offer, its order into escrow, through a dispute, and to its end',
)
const CUSTOMER = inCalls(
  'the customer’s own page: information, devices, what staff did, a message with an image, an archive of it all',
)
const HOLDS = inCalls(
  'a hold’s document is given and the hold appealed; a second factor is set up and removed',
)
const VIP = inCalls('a month of VIP is opened after its terms were shown, and cancelled early')
const HELP = inCalls('questions and rules are read and voted on; feedback goes out with an image')
const PASSWORD: Maker = {
  file: 'password.spec.ts',
  title: 'an address is confirmed by a link, and another one; a forgotten password is set again, and changed',
}
const EVERYWHERE: Maker = {
  file: 'password.spec.ts',
  title: 'logging out on all devices ends this tab, the other one and another device',
}
const PASSKEYS: Maker = {
  file: 'passkeys.spec.ts',
  title:
    'a passkey is added, logs in, lets a withdrawal go and is removed; at an address without a name it is not [proof 341]',
}
const WEB_PUSH: Maker = {
  file: 'web-push.spec.ts',
  title:
    'a phone is notified of money and security once its customer wants it, and shows it; a tap opens the app there [proof 528]',
}
const CLOCK: Maker = {
  file: 'clock.spec.ts',
  title:
    'on a phone the clock is moved on by eight days in two taps: the plan is settled, and everybody still logged in',
}
const CLOSING = inCalls('an account that holds nothing is closed by its customer, and still read')
const SANDBOX_BANK: Maker = {
  file: 'sandbox-bank.spec.ts',
  title:
    'a deposit is simulated and credited in five taps at most, and stands at the sandbox’s bank [proof 659]',
}
const APPEAL: Maker = {
  file: 'traffic-appeal.spec.ts',
  title:
    'a customer appeals against invalid traffic, two of staff grant it, and plan and wallet have it back [proof 1150]',
}
const HOST_CODE = inCalls('a host’s user whose host asked for the code is in at once')

/**
 * Every call of the contract, with the browser test that makes it through the app. Checked both ways: no call is
 * without a test (`support/calls.test.ts`), and a test that does not make its calls fails (`support/test.ts`).
 */
export const CALLS_IN_THE_APP: Readonly<Record<string, Maker>> = {
  // In the order of SPEC §7.
  fileUpload: HELP,
  planList: PLANS,
  planDetail: MAIN_JOB,
  productDetail: MAIN_JOB,
  planPut: MAIN_JOB,
  register: MAIN_JOB,
  login: MAIN_JOB,
  visitorLanguage: MAIN_JOB,
  hybridLogin: HOST,
  hybridRegister: HOST_CODE,
  userInfo: MAIN_JOB,
  userInfoEdit: CUSTOMER,
  basicConfig: MAIN_JOB,
  openStore: HOST,
  statisticsList: MAIN_JOB,
  assistanceList: FOLLOWING,
  assistanceFollow: FOLLOWING,
  userCouponList: COUPONS,
  userCouponReceive: COUPONS,
  userCouponUsable: COUPONS,
  startupDetail: COUPONS,
  startupReceive: COUPONS,
  startupReturn: COUPONS,
  feedback: HELP,
  notifications: MAIN_JOB,
  notificationsRead: KEYBOARD,
  unreadCount: MAIN_JOB,
  contractUploadUrl: CONTRACT,
  contractUploadSuccess: CONTRACT,
  property: MAIN_JOB,
  transactionFlowList: MAIN_JOB,
  acceptorOrderList: EXCHANGE,
  acceptorDetail: EXCHANGE,
  withdraw: MAIN_JOB,
  checkPassword: MAIN_JOB,
  bankCardEdit: MAIN_JOB,
  bankCardDetail: MAIN_JOB,
  setPassword: MAIN_JOB,
  // Calls that SPEC lacks (PRODUCT §16).
  logout: KEYBOARD,
  logoutAll: EVERYWHERE,
  emailChange: PASSWORD,
  emailLink: PASSWORD,
  emailConfirm: PASSWORD,
  passwordChange: PASSWORD,
  passwordForgotten: PASSWORD,
  passwordReset: PASSWORD,
  sessionList: CUSTOMER,
  sessionRevoke: CUSTOMER,
  accountabilityList: CUSTOMER,
  archiveTake: CUSTOMER,
  sandboxClock: CLOCK,
  sandboxClockAdvance: CLOCK,
  accountClosing: CLOSING,
  accountClose: CLOSING,
  transactionFlowDetail: MAIN_JOB,
  transactionFlowExport: STATEMENT,
  transactionFlowMonth: STATEMENT,
  transactionFlowCause: STATEMENT,
  withdrawCancel: PLANS,
  withdrawList: MAIN_JOB,
  withdrawQuote: MAIN_JOB,
  sandboxTransfer: SANDBOX_BANK,
  holdList: HOLDS,
  holdAppeal: HOLDS,
  holdDocument: HOLDS,
  secondFactor: HOLDS,
  secondFactorBegin: HOLDS,
  secondFactorAtSignIn: HOLDS,
  secondFactorConfirm: HOLDS,
  secondFactorRemove: HOLDS,
  passkeyBegin: PASSKEYS,
  passkeyAdd: PASSKEYS,
  passkeyRemove: PASSKEYS,
  webPushState: WEB_PUSH,
  webPushTurnOn: WEB_PUSH,
  webPushTurnOff: WEB_PUSH,
  lossRecord: MAIN_JOB,
  productList: MAIN_JOB,
  planCancel: MAIN_JOB,
  planStop: MAIN_JOB,
  planPause: PLANS,
  planPlacementPause: PLANS,
  planDays: PLANS,
  planChart: MAIN_JOB,
  planConversions: PLANS,
  planInvalidAppealable: APPEAL,
  planInvalidAppeal: APPEAL,
  planInvalid: PLANS,
  planCorrections: PLANS,
  chargebackRecord: PLANS,
  planEntries: PLANS,
  statisticsChart: MAIN_JOB,
  chatList: MAIN_JOB,
  chatSend: CUSTOMER,
  chatRead: CUSTOMER,
  depositDetails: MAIN_JOB,
  guestList: GUEST,
  guestSend: GUEST,
  announcementList: COUPONS,
  faqList: HELP,
  faqDetail: HELP,
  faqHelpful: HELP,
  rules: HELP,
  wordList: HELP,
  feedbackList: HELP,
  assistanceLeader: FOLLOWING,
  assistanceEnd: FOLLOWING,
  draftConfirm: FOLLOWING,
  draftDismiss: FOLLOWING,
  shareList: FOLLOWING,
  shareIncome: FOLLOWING,
  acceptorOrderConfirm: EXCHANGE,
  acceptorOrderComplete: EXCHANGE,
  acceptorOrderDispute: EXCHANGE,
  activityList: COUPONS,
  userLevel: COUPONS,
  userVip: VIP,
  vipOpen: VIP,
  vipCancel: VIP,
  creditList: COUPONS,
  auditHead: CONTRACT,
  contractDetail: CONTRACT,
  contractList: CONTRACT,
  contractPreview: CONTRACT,
  contractFile: CONTRACT,
  contractReceipt: CONTRACT,
}

/** Calls of the contract that no test of a browser makes on the real program, with the reason. */
export const NOT_OF_THE_APP: Readonly<Record<string, string>> = {
  policyCurrent:
    'for whoever checks the platform from outside; the screens show the figures where they matter',
}
