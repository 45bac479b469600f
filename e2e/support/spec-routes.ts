/** The header's parts, by `data-part`, in their order. */
export type HeaderPart = 'back' | 'service' | 'language' | 'bell' | 'logout' | 'title'

/** What back does after another page. */
export type BackTarget =
  /** Goes back one step. */
  | 'step'
  /** Goes to this route, whatever came before. */
  | `/${string}`
  /** Closes a hybrid app; a plain browser shows no arrow. */
  | 'host'
  | 'none'

/** A row of SPEC §2's table. */
export interface SpecRoute {
  path: `/${string}`
  /** The title's key; `words` has the text itself if SPEC gives it. */
  title: string
  words?: string
  /** Needs no sign-in (SPEC §6). */
  open?: true
  /** Parts that are missing even for a signed-in customer whose entry is `register`. */
  without?: readonly HeaderPart[]
  back?: BackTarget
  header?: 'transparent' | 'transparent with white text'
  /** A parameter that the page needs, read from the signed-in customer's API. */
  needs?: { parameter: string; list: string; member: string }
}

const FOR_VISITORS = ['back', 'bell', 'logout', 'title'] as const
const OF_CONTRACT = ['language', 'bell', 'logout'] as const

/**
 * SPEC §2, row by row. Without flags, every part is shown and back is one step; `/entry` is SPEC's only row without a
 * title, and `/verify` is PRODUCT §7's untitled route. Includes PRODUCT §7's pages for password and e-mail.
 */
export const SPEC_ROUTES: readonly SpecRoute[] = [
  {
    path: '/login',
    title: 'auth.loginTitle',
    words: 'Login',
    open: true,
    without: FOR_VISITORS,
    back: 'none',
  },
  {
    path: '/register',
    title: 'auth.registerTitle',
    words: 'Register',
    open: true,
    without: FOR_VISITORS,
    back: 'none',
  },
  {
    path: '/ad-welcome',
    title: 'welcome.title',
    words: 'Welcome',
    open: true,
    without: ['back', 'language', 'bell', 'logout'],
    back: 'none',
    header: 'transparent with white text',
  },
  { path: '/entry', title: 'entry.title', open: true, without: FOR_VISITORS, back: 'none' },
  { path: '/ad-center', title: 'adCenter.title', without: ['back'], back: 'host' },
  { path: '/ad-center/activities', title: 'activities.title' },
  { path: '/ad-center/coupons', title: 'adCenter.couponsTitle' },
  { path: '/ad-center/feedback', title: 'adCenter.feedbackTitle' },
  { path: '/ad-center/level', title: 'adCenter.levelTitle' },
  { path: '/ad-center/operated', title: 'adCenter.planFollow' },
  {
    path: '/ad-center/ques-detail',
    title: 'questionDetail.title',
    needs: { parameter: 'id', list: '/faq/list', member: 'question_id' },
  },
  {
    path: '/ad-center/contract',
    title: 'contract.title',
    words: 'Employment Contract',
    without: OF_CONTRACT,
  },
  {
    path: '/ad-center/contract/preview',
    title: 'contract.previewTitle',
    words: 'Contract Preview',
    without: OF_CONTRACT,
  },
  {
    path: '/ad-center/contract/sign',
    title: 'contract.signTitle',
    words: 'Employment Contract Signature',
    without: OF_CONTRACT,
  },
  {
    path: '/forgotten-password',
    title: 'auth.forgottenTitle',
    open: true,
    without: ['bell', 'logout'],
    // Through login, which leads signed-in customers on.
    back: '/ad-center',
  },
  {
    path: '/reset-password',
    title: 'auth.resetTitle',
    open: true,
    without: ['back', 'bell', 'logout'],
    back: 'none',
  },
  {
    path: '/confirm-email',
    title: 'auth.confirmEmailTitle',
    open: true,
    without: ['back', 'bell', 'logout'],
    back: 'none',
  },
  { path: '/customer', title: 'customer.title' },
  { path: '/customer/password', title: 'customer.passwordTitle', back: '/customer' },
  { path: '/customer/email', title: 'customer.emailTitle', back: '/customer' },
  { path: '/customer/archive', title: 'customer.archiveTitle', back: '/customer' },
  { path: '/customer/closing', title: 'customer.closeTitle', back: '/customer/archive' },
  { path: '/notification', title: 'notification.title' },
  { path: '/plan', title: 'plan.title', back: '/ad-center' },
  {
    path: '/plan/detail',
    title: 'plan.detailTitle',
    needs: { parameter: 'id', list: '/plan/order/list', member: 'plan_id' },
  },
  {
    path: '/plan/goods-detail',
    title: 'plan.goodDetailTitle',
    header: 'transparent',
    // Not the newest product, which has nothing to show while under review.
    needs: { parameter: 'id', list: '/plan/product/list?search=Tidepool', member: 'product_id' },
  },
  { path: '/wallet', title: 'wallet.title' },
  { path: '/wallet/bind-card', title: 'wallet.bindCardTitle' },
  { path: '/wallet/set-password', title: 'wallet.setPassword.title' },
  {
    path: '/wallet/foreign-exchange',
    title: 'foreignExchange.title',
    header: 'transparent with white text',
  },
  { path: '/verify', title: 'verify.title', open: true },
]

const PARTS: readonly HeaderPart[] = ['back', 'service', 'language', 'bell', 'logout', 'title']

/** The parts that a route shows to a signed-in customer whose entry is `register`, in a plain browser. */
export function partsOf({ without = [] }: SpecRoute): HeaderPart[] {
  return PARTS.filter((part) => !without.includes(part))
}

/** SPEC §2: the path's segments joined by a hyphen. */
export function nameOf({ path }: SpecRoute): string {
  return path.split('/').filter(Boolean).join('-')
}
