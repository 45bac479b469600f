/** What a live ledger has to be told, beside its secret. */
export const LIVE = {
  LEDGER_MODE: 'live',
  PUBLIC_ORIGIN: 'https://adtally.example',
  CONSOLE_ORIGIN: 'https://office.adtally.example',
  PARTNER_ORIGIN: 'https://partners.adtally.example',
  LEGAL_ENTITY: 'Example',
  LICENCE_STATEMENT: 'Example',
  SUPPORT_CONTACT: 'support@adtally.example',
  RECORDS_KEPT_YEARS: '10',
  DEPOSIT_ACCOUNT_NUMBER: 'DE89370400440532013000',
}
