import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { lossRecordCall } from '@adtally/contract/plans/plans.ts'
import { productDetail, productList } from '@adtally/contract/plans/products.ts'
import { customerRoute, publicRoute } from '../../route.ts'
import { platformLossRecord, productPage, productPageOf } from './products.ts'

/** `GET /plan/product/list`. */
export const productListRoute = customerRoute(productList, (input, _caller, { services }) =>
  productPage(services, { ...input, limit: input.limit ?? LIMIT_DEFAULT }),
)

/** `POST /plan/order/app/detail`. */
export const productDetailRoute = customerRoute(productDetail, ({ product_id }, _caller, { services }) =>
  productPageOf(services, product_id),
)

/** `GET /plan/loss_record`. */
export const lossRecordRoute = publicRoute(lossRecordCall, (_input, { services }) =>
  platformLossRecord(services),
)
