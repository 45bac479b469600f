import {
  FEEDBACK_CONTENT_LENGTH_MAX,
  FEEDBACK_SUBJECT_LENGTH_MAX,
  feedback,
} from '@adtally/contract/service/feedback.ts'
import { IMAGES_MAX } from '@adtally/contract/service/files.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { TextArea, TextField } from '@adtally/ui/field.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import type { FormEvent } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { ImagesField } from '../../../components/fields/image-picker.tsx'
import { createKept } from '../../../lib/forms/create-kept.ts'
import { useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { useImagePicks } from '../../../lib/forms/use-image-picks.ts'
import { FEEDBACK_FIELDS, useGiveFeedback } from '../api/feedback.ts'

const EMPTY = { subject: '', content: '' }
/** A placeholder for checking; the real id is made when sending. */
const CHECKED_AS = '00000000-0000-7000-8000-000000000000'

const useDraft = createKept(EMPTY)

/** Subject, content and images (SPEC §5: subject and content are required). */
export function FeedbackForm() {
  const t = useMessages('feedback')
  const [values, setValues] = useDraft()
  const errors = useFormErrors()
  const images = useImagePicks('feedback')
  const give = useGiveFeedback()

  const change = (field: keyof typeof EMPTY, value: string) => {
    setValues({ ...values, [field]: value })
    errors.clear(field)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (give.isPending) return
    const input = { ...values, images: images.stored.map(({ file_id }) => file_id) }
    if (!errors.check(feedback.request, { request_id: CHECKED_AS, ...input }, event.currentTarget)) return
    if (images.isUploading) return showToast(t('waiting'))
    if (images.hasFailed) return showToast(t('failedImages'), 'negative')
    give.mutate(input, {
      onSuccess: () => {
        setValues(EMPTY)
        images.clear()
        showToast(t('sent'), 'positive')
      },
      onError: (error) => errors.take(error, FEEDBACK_FIELDS),
    })
  }

  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-14 text-muted">{t('intro')}</p>
        <TextField
          label={t('subject')}
          name="subject"
          required
          maxLength={FEEDBACK_SUBJECT_LENGTH_MAX}
          value={values.subject}
          onChange={(event) => change('subject', event.target.value)}
          error={errors.of('subject')}
        />
        <TextArea
          label={t('content')}
          name="content"
          required
          rows={5}
          maxLength={FEEDBACK_CONTENT_LENGTH_MAX}
          hint={t('contentHint')}
          value={values.content}
          onChange={(event) => change('content', event.target.value)}
          error={errors.of('content')}
        />
        <div className="flex flex-col gap-2">
          <ImagesField
            picks={images}
            add={t('addImages')}
            hint={t('imagesHint', { max: IMAGES_MAX })}
            error={errors.of('images')}
          />
        </div>
        <ConnectedButton type="submit" busy={give.isPending}>
          {t('submit')}
        </ConnectedButton>
      </form>
    </Card>
  )
}
