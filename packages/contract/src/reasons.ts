/** The codes of SPEC §8. */
export const CODES = {
  success: 200,
  params_error: 400,
  not_signed_in: 401,
  not_activated: 402,
  disabled: 403,
  cancelled: 404,
  data_error: 405,
  server_error: 500,
  token_expired: 503,
} as const

/**
 * Every machine-readable reason and its code (SPEC §8, PRODUCT §16). 400: the input is at fault; 405: the
 * input is well formed and a rule says no. Each has its message under `refusals.<reason>` in every catalogue.
 */
export const REASONS = {
  // Input
  body_malformed: 400,
  body_too_large: 400,
  field_required: 400,
  field_invalid: 400,
  field_unknown: 400,
  field_too_long: 400,
  amount_malformed: 400,
  amount_zero: 400,
  email_invalid: 400,
  phone_invalid: 400,
  password_too_short: 400,
  password_too_common: 400,
  passwords_differ: 400,
  transaction_password_malformed: 400,
  username_invalid: 400,
  cursor_invalid: 400,
  time_zone_unknown: 400,
  account_number_invalid: 400,
  wallet_address_invalid: 400,
  call_unknown: 400,
  too_many_requests: 400,
  // Session and account
  not_signed_in: 401,
  ad_account_missing: 401,
  account_not_activated: 402,
  account_disabled: 403,
  account_cancelled: 404,
  token_expired: 503,
  // Identity
  credentials_wrong: 405,
  username_taken: 405,
  email_taken: 405,
  authorization_code_not_found: 405,
  authorization_code_used: 405,
  authorization_code_expired: 405,
  person_has_account: 405,
  no_user_data: 405,
  ticket_invalid: 405,
  ticket_expired: 405,
  ticket_used: 405,
  opening_ticket_invalid: 405,
  // Money
  insufficient_balance: 405,
  amount_not_above_fee: 405,
  request_id_reused: 405,
  transaction_password_not_set: 405,
  transaction_password_wrong: 405,
  transaction_password_locked: 405,
  transaction_password_same: 405,
  old_transaction_password_required: 405,
  grant_invalid: 405,
  beneficiary_not_set: 405,
  beneficiary_unchanged: 405,
  beneficiary_recently_changed: 405,
  startup_funds_not_returned: 405,
  withdrawal_not_found: 405,
  withdrawal_not_cancellable: 405,
  payments_stopped: 405,
  // Plans
  product_not_found: 405,
  product_not_open: 405,
  plan_not_found: 405,
  investment_out_of_range: 405,
  product_escrow_exhausted: 405,
  plan_not_cancellable: 405,
  plan_not_stoppable: 405,
  plan_not_pausable: 405,
  // Following
  operated_id_not_found: 405,
  operated_id_own: 405,
  operated_id_current: 405,
  follow_circle: 405,
  follow_fee_changed: 405,
  follow_not_found: 405,
  draft_not_found: 405,
  draft_not_open: 405,
  // Coupons
  activity_not_found: 405,
  activity_not_open: 405,
  activity_exhausted: 405,
  activity_coupons_received: 405,
  newcomer_coupon_received: 405,
  coupon_same_name_today: 405,
  coupon_same_name_used_today: 405,
  coupon_used: 405,
  coupon_expired: 405,
  coupon_revoked: 405,
  coupon_other_product: 405,
  coupon_official_only: 405,
  coupon_amount_below: 405,
  coupon_team_cap_reached: 405,
  // Exchange
  acceptance_code_error: 405,
  // Service
  notification_not_found: 405,
  message_empty: 400,
  feedback_too_often: 405,
  guest_messages_too_many: 405,
  // Files
  image_too_large: 400,
  not_an_image: 400,
  image_pixels_too_many: 400,
  upload_quota_exceeded: 405,
  file_not_found: 405,
  // Contract
  contract_not_found: 405,
  contract_final: 405,
  contract_outdated: 405,
  contract_preview_differs: 405,
  contract_not_agreed: 400,
  contract_signing_unavailable: 405,
  upload_not_found: 405,
  upload_differs: 400,
  upload_missing: 405,
  signature_empty: 400,
  // Statements
  statement_month_not_begun: 405,
  statement_too_long: 405,
  // Content
  question_not_found: 405,
  // Staff (by command line and console)
  staff_credentials_wrong: 401,
  staff_role_missing: 405,
  four_eyes: 405,
  proposal_not_found: 405,
  proposal_decided: 405,
  proposal_expired: 405,
  proposal_changed: 405,
  record_not_found: 405,
  record_exists: 405,
  state_conflict: 405,
  sandbox_only: 405,
  statement_malformed: 400,
  statement_gap: 405,
  statement_duplicate: 405,
  deposit_match_refused: 405,
  person_unverified: 405,
  policy_out_of_bounds: 405,
  policy_notice_too_short: 405,
  related_party: 405,
  reference_rate_missing: 405,
  acceptor_limit_exceeded: 405,
  // The program
  server_error: 500,
  starting: 500,
} as const satisfies Record<string, (typeof CODES)[keyof typeof CODES]>

export type Reason = keyof typeof REASONS

/** Whether `text` is one of `REASONS`. */
export function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text)
}

/** What any call may answer beside its own refusals. */
export const COMMON_REASONS = [
  'body_malformed',
  'body_too_large',
  'field_required',
  'field_invalid',
  'field_unknown',
  'field_too_long',
  'too_many_requests',
  'server_error',
] as const satisfies readonly Reason[]
