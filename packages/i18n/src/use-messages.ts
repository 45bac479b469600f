/** Messages of one namespace in the language on screen; keys are typed from `en`. */
export { useTranslations as useMessages } from 'use-intl/react'
