import {
  CREDIT_SCORE_MAX,
  POINTS_CHARGEBACK,
  POINTS_CLEAN_PLAN,
} from '@adtally/contract/money/credit-score.ts'
import { identityFigures } from '../identity/index.ts'
import { planFigures } from '../plans/index.ts'
import { NOTICE_MS } from '../policies/index.ts'
import { MONEY_OWED_PATH, walletFigures } from '../wallet/index.ts'
import { type FigureSource, toldAmount, toldDays } from './fill-figures.ts'
import { exampleByPolicy, exampleFigures } from './worked-example.ts'

/** Figures that the program or its settings fix, as far as modules before this one know them. */
const FIXED: FigureSource = {
  follows_from: [],
  values: (_policy, settings) => ({
    brand: settings.brand.name,
    currency: settings.currency,
    legal_entity: settings.legal_entity,
    licence_statement: settings.licence_statement,
    support_contact: settings.support_contact,
    deposit_holder: settings.deposit_account.holder,
    deposit_bank: settings.deposit_account.bank_name,
    money_owed_address: `${settings.public_origin}${MONEY_OWED_PATH}`,
    verify_address: `${settings.public_origin}/#/verify`,
    service_hours: settings.service_hours.text,
    records_kept_years: settings.records_kept_years,
    rail_fee: toldAmount(settings.rail_fee_micros, settings.currency),
    credit_score_max: CREDIT_SCORE_MAX,
    credit_score_loss: -POINTS_CHARGEBACK,
    credit_score_gain: POINTS_CLEAN_PLAN,
    policy_notice_days: toldDays(NOTICE_MS),
    ...identityFigures,
    ...walletFigures,
    ...planFigures,
  }),
}

export const OWN_FIGURES: readonly FigureSource[] = [FIXED, exampleFigures, exampleByPolicy]
