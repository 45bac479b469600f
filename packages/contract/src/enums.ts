/** One list per closed set (HOUSE), read by schemas, types and screens. */
export const LANGUAGES = [
  'zh-Hant',
  'zh-Hans',
  'de',
  'en',
  'fr',
  'ja',
  'ko',
  'pt',
  'ru',
  'es',
  'th',
  'vi',
] as const
export type Language = (typeof LANGUAGES)[number]

/** SPEC §4, PRODUCT §4. */
export const PLAN_STATUSES = [
  'waitPut',
  'matching',
  'putting',
  'putFailed',
  'putFinished',
  'waitSettle',
  'settled',
] as const
export type PlanStatus = (typeof PLAN_STATUSES)[number]

/** Where a placement stands: on a publisher's pages, or in its app (PRODUCT §5). */
export const STANDS_ON = ['site', 'app'] as const
export type StandsOn = (typeof STANDS_ON)[number]

/** A customer's flow types: SPEC §4's eight, and `exchange`, `hold` (PRODUCT §3). */
export const FLOW_TYPES = [
  'system_deposit',
  'manual_withdrawal',
  'ad_billing',
  'ad_serving',
  'system_chargeback',
  'virtual_recharge_deduction',
  'vip_opening',
  'profit_sharing',
  'exchange',
  'hold',
] as const
export type FlowType = (typeof FLOW_TYPES)[number]

/** The parts of a customer's wallet in balances and fund-flow lines (PRODUCT §3). */
export const WALLET_PARTS = [
  'available',
  'pending_spend',
  'to_be_settled',
  'on_hold',
  'discount',
  'startup',
] as const
export type WalletPart = (typeof WALLET_PARTS)[number]

/** Closed list of hold reasons (PRODUCT §2.4). */
export const HOLD_REASONS = [
  'identity_documents',
  'disputed_deposit',
  'new_beneficiary',
  'account_theft',
  'court_order',
  'legal_hold',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Outcomes of an appeal against a hold. */
export const APPEAL_DECISIONS = ['released', 'upheld'] as const
export type AppealDecision = (typeof APPEAL_DECISIONS)[number]

/** Outcomes of an appeal against a verdict on invalid traffic. */
export const VERDICT_APPEAL_DECISIONS = ['granted', 'refused'] as const
export type VerdictAppealDecision = (typeof VERDICT_APPEAL_DECISIONS)[number]

/** How an appeal against a verdict stands; `granted` until the money has gone the way back. */
export const VERDICT_APPEAL_STATES = ['open', 'granted', 'restored', 'refused'] as const
export type VerdictAppealState = (typeof VERDICT_APPEAL_STATES)[number]

export const ACCOUNT_STATUSES = ['active', 'not_activated', 'disabled', 'cancelled'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

export const WITHDRAWAL_STATUSES = [
  'held',
  'requested',
  'approved',
  'sent',
  'confirmed',
  'ended',
  'bounced',
] as const
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]

export const NOTIFICATION_CATEGORIES = ['system_announcement', 'system_maintenance', 'activity'] as const
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number]

/** Kinds of notifications on a customer's device. */
export const WEBPUSH_KINDS = ['money', 'security'] as const
export type WebPushKind = (typeof WEBPUSH_KINDS)[number]

/** Audiences of an announcement: every customer, those with one language set, those with a running plan. */
export const ANNOUNCEMENT_AUDIENCES = ['everybody', 'language', 'running_plan'] as const
export type AnnouncementAudience = (typeof ANNOUNCEMENT_AUDIENCES)[number]

/** States of an announcement; `waiting` for its start. */
export const ANNOUNCEMENT_STATES = ['proposed', 'waiting', 'shown', 'ended', 'withdrawn'] as const
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]

/** Texts that staff publish versions of: question, section of the operation rules, word, contract template. */
export const TEXT_KINDS = ['question', 'rule', 'word', 'contract'] as const
export type TextKindName = (typeof TEXT_KINDS)[number]

/** States of a text's version; `replaced` by a later one. */
export const TEXT_STATES = ['proposed', 'shown', 'replaced'] as const
export type TextState = (typeof TEXT_STATES)[number]

/** Kinds of creatives, and of what a placement shows. */
export const CREATIVE_KINDS = ['image', 'native', 'video'] as const
export type CreativeKind = (typeof CREATIVE_KINDS)[number]

/** `stopped` is approved no more; the others follow from a draft's review. */
export const CREATIVE_STATUSES = ['draft', 'approved', 'refused', 'stopped'] as const
export type CreativeStatus = (typeof CREATIVE_STATUSES)[number]

/** Types of creatives' files. */
export const ASSET_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'video/mp4'] as const
export type AssetMediaType = (typeof ASSET_MEDIA_TYPES)[number]

/** What is known of a film's loudness. */
export const FILM_LOUDNESSES = ['no_sound', 'not_measured_no_decoder'] as const
export type FilmLoudness = (typeof FILM_LOUDNESSES)[number]

/** A placement's price is of a thousand impressions, or of a click (PRODUCT §5). */
export const PRICE_MODELS = ['CPM', 'CPC'] as const
export type PriceModel = (typeof PRICE_MODELS)[number]

/** In which a publisher names who may sell its places: on its pages, and in its apps. */
export const SELLER_FILES = ['ads.txt', 'app-ads.txt'] as const
export type SellerFile = (typeof SELLER_FILES)[number]

/** Whether such a file names us; `unreachable` tells neither. */
export const SELLER_OUTCOMES = ['named', 'not_named', 'unreachable'] as const
export type SellerOutcome = (typeof SELLER_OUTCOMES)[number]

/** Who a related party is (PRODUCT §2.10). */
export const RELATION_KINDS = ['operator', 'staff', 'advertiser', 'publisher', 'leader'] as const
export type RelationKind = (typeof RELATION_KINDS)[number]

/** What a product may target; `tv` is televisions and consoles. */
export const DEVICE_KINDS = ['phone', 'tablet', 'desktop', 'tv'] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

export const OPERATING_SYSTEMS = ['android', 'ios', 'windows', 'macos', 'linux', 'other'] as const
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number]

export const PRODUCT_TYPES = ['video', 'landing_page'] as const
export type ProductType = (typeof PRODUCT_TYPES)[number]

/** Orders of the product list, each with the best first. */
export const PRODUCT_SORTS = [
  'newest',
  'payout',
  'price',
  'conversion_rate',
  'cost_per_conversion',
  'record',
  'capacity',
] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

/** First-party or third-party placements (PRODUCT §5). */
export const PUSH_KINDS = ['official', 'non_official'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

export const EVENT_KINDS = [
  'impression',
  'viewable',
  'click',
  'video_25',
  'video_50',
  'video_75',
  'video_100',
  'video_start',
  'video_pause',
  'video_resume',
  'video_mute',
  'video_unmute',
  'video_skip',
  'video_error',
  'conversion',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** `type` of the statistics call (PRODUCT §6); `range` is a range of days that the customer chooses. */
export const STATISTICS_PERIODS = { today: '1', week: '2', month: '3', all: '4', range: '5' } as const
export type StatisticsPeriod = keyof typeof STATISTICS_PERIODS

/** PRODUCT §15. */
export const STAFF_ROLES = [
  'support',
  'content',
  'finance_maker',
  'finance_checker',
  'risk',
  'auditor',
  'admin',
] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Roles that no person may combine (PRODUCT §15); the auditor's combines with no other at all. */
export const EXCLUDING_ROLES = [
  ['finance_maker', 'finance_checker'],
  ['finance_maker', 'admin'],
  ['finance_checker', 'admin'],
] as const satisfies readonly (readonly [StaffRole, StaffRole])[]

export const BENEFICIARY_KINDS = ['bank_card', 'bank_account', 'wallet_address'] as const
export type BeneficiaryKind = (typeof BENEFICIARY_KINDS)[number]

/** Whether a demo's office acts by itself, or only people do. */
export const OFFICE_MODES = ['by_itself', 'by_hand'] as const
export type OfficeMode = (typeof OFFICE_MODES)[number]

export const LEDGER_MODES = ['sandbox', 'live'] as const
export type LedgerMode = (typeof LEDGER_MODES)[number]

/**
 * What products are about: a category is one of these words, or a part of it, such as `games_puzzle`. So whoever leaves one out
 * or blocks it names something that there may be.
 */
export const CATEGORY_WORDS = [
  'apps',
  'books',
  'dating',
  'education',
  'finance',
  'food',
  'gambling',
  'games',
  'health',
  'music',
  'news',
  'shopping',
  'sports',
  'tools',
  'travel',
] as const
