/** Messages of one namespace in the current language; keys are typed from `en`. */
export { useTranslations as useMessages } from 'use-intl/react'
