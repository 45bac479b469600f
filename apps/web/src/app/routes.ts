import { type AppPage, page } from '../lib/page.ts'

/** The flags of login and registration (SPEC §2). */
const SIGNED_OUT = {
  auth: false,
  showBack: false,
  showNotification: false,
  showLogout: false,
  showTitle: false,
} as const

/** The flags of the three contract screens (SPEC §2). */
const CONTRACT = {
  showNotification: false,
  showLangSwither: false,
  showLogout: false,
} as const

/** Every page of the app; unknown paths come last, and `/` leads to login (SPEC §2). */
export const routes: readonly AppPage[] = [
  page('/login', () => import('../features/auth/routes/login.tsx'), {
    title: 'auth.loginTitle',
    messages: ['demo'],
    ...SIGNED_OUT,
  }),
  page('/register', () => import('../features/auth/routes/register.tsx'), {
    title: 'auth.registerTitle',
    ...SIGNED_OUT,
  }),
  page('/forgotten-password', () => import('../features/auth/routes/forgotten-password.tsx'), {
    title: 'auth.forgottenTitle',
    messages: ['loginPassword'],
    ...SIGNED_OUT,
    showBack: true,
    showTitle: true,
    backRoute: '/login',
  }),
  page('/reset-password', () => import('../features/auth/routes/reset-password.tsx'), {
    title: 'auth.resetTitle',
    messages: ['loginPassword'],
    ...SIGNED_OUT,
    showTitle: true,
  }),
  page('/confirm-email', () => import('../features/auth/routes/confirm-email.tsx'), {
    title: 'auth.confirmEmailTitle',
    messages: ['loginPassword'],
    ...SIGNED_OUT,
    showTitle: true,
  }),
  page('/ad-welcome', () => import('../features/auth/routes/ad-welcome.tsx'), {
    title: 'welcome.title',
    messages: ['welcome'],
    auth: false,
    showBack: false,
    showNotification: false,
    showLangSwither: false,
    showLogout: false,
    transparentHeader: true,
    whiteText: true,
  }),
  page('/entry', () => import('../features/auth/routes/entry.tsx'), {
    title: 'entry.title',
    messages: ['entry'],
    ...SIGNED_OUT,
  }),
  page('/notification', () => import('../features/notifications/routes/notification.tsx'), {
    title: 'notification.title',
    messages: ['notification'],
  }),
  page('/customer', () => import('../features/customer/routes/customer.tsx'), {
    showMainBar: true,
    title: 'customer.title',
    messages: ['customer', 'deviceNotifications', 'profileEdit', 'sandbox'],
  }),
  page('/customer/password', () => import('../features/security/routes/login-password.tsx'), {
    title: 'customer.passwordTitle',
    messages: ['loginPassword'],
    backRoute: '/customer',
  }),
  page('/customer/email', () => import('../features/security/routes/email.tsx'), {
    title: 'customer.emailTitle',
    messages: ['loginPassword'],
    backRoute: '/customer',
  }),
  page('/customer/archive', () => import('../features/security/routes/archive.tsx'), {
    title: 'customer.archiveTitle',
    messages: ['archive'],
    backRoute: '/customer',
  }),
  page('/customer/closing', () => import('../features/security/routes/closing.tsx'), {
    title: 'customer.closeTitle',
    messages: ['archive'],
    backRoute: '/customer/archive',
  }),
  page('/wallet', () => import('../features/wallet/routes/wallet.tsx'), {
    showMainBar: true,
    title: 'wallet.title',
    messages: ['wallet', 'plan', 'sandbox'],
    asks: ['/user/property', '/transaction_flow/list'],
  }),
  page('/wallet/bind-card', () => import('../features/security/routes/bind-card.tsx'), {
    title: 'wallet.bindCardTitle',
    messages: ['bindCard'],
  }),
  page('/wallet/set-password', () => import('../features/security/routes/set-password.tsx'), {
    title: 'wallet.setPassword.title',
    messages: ['wallet', 'secondFactor'],
  }),
  page('/wallet/foreign-exchange', () => import('../features/exchange/routes/foreign-exchange.tsx'), {
    title: 'foreignExchange.title',
    messages: ['exchange'],
    transparentHeader: true,
    whiteText: true,
  }),
  page('/ad-center', () => import('../features/ad-center/routes/ad-center.tsx'), {
    showMainBar: true,
    title: 'adCenter.title',
    messages: ['plan', 'period'],
    asks: ['/ad/order/data_statistics/list?type=1&user_time_zone=:time_zone'],
    hasPrevPage: false,
  }),
  page('/ad-center/activities', () => import('../features/coupons/routes/activities.tsx'), {
    title: 'activities.title',
    messages: ['coupons'],
  }),
  page('/ad-center/coupons', () => import('../features/coupons/routes/coupons.tsx'), {
    title: 'adCenter.couponsTitle',
    messages: ['coupons'],
  }),
  page('/ad-center/level', () => import('../features/level/routes/level.tsx'), {
    title: 'adCenter.levelTitle',
    messages: ['level'],
  }),
  page('/ad-center/feedback', () => import('../features/feedback/routes/feedback.tsx'), {
    title: 'adCenter.feedbackTitle',
    messages: ['feedback'],
  }),
  page('/ad-center/ques-detail', () => import('../features/help/routes/ques-detail.tsx'), {
    title: 'questionDetail.title',
    messages: ['faq'],
  }),
  page('/ad-center/operated', () => import('../features/follow/routes/operated.tsx'), {
    title: 'adCenter.planFollow',
    messages: ['follow', 'plan'],
  }),
  page('/ad-center/contract', () => import('../features/contract/routes/contract.tsx'), {
    title: 'contract.title',
    messages: ['contract'],
    ...CONTRACT,
  }),
  page('/ad-center/contract/preview', () => import('../features/contract/routes/contract-preview.tsx'), {
    title: 'contract.previewTitle',
    messages: ['contract'],
    ...CONTRACT,
  }),
  page('/ad-center/contract/sign', () => import('../features/contract/routes/contract-sign.tsx'), {
    title: 'contract.signTitle',
    messages: ['contract'],
    ...CONTRACT,
  }),
  page('/plan', () => import('../features/plans/routes/plan.tsx'), {
    showMainBar: true,
    title: 'plan.title',
    messages: ['plan'],
    asks: ['/plan/product/list'],
    backRoute: '/ad-center',
  }),
  page('/plan/detail', () => import('../features/plans/routes/plan-detail.tsx'), {
    title: 'plan.detailTitle',
    messages: ['plan', 'planResult', 'wallet'],
  }),
  page('/plan/goods-detail', () => import('../features/plans/routes/goods-detail.tsx'), {
    title: 'plan.goodDetailTitle',
    messages: ['plan'],
    transparentHeader: true,
  }),
  page('/verify', () => import('../features/verify/routes/verify.tsx'), {
    title: 'verify.title',
    messages: ['verify'],
    auth: false,
  }),
  page('*', () => import('./not-found-page.tsx'), { title: 'notFound.title', ...SIGNED_OUT, showBack: true }),
]
