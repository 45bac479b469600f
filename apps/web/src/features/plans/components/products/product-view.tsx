import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { TitledCard } from '../../../../components/titled.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import type { Product } from '../../api/products.ts'
import { FooterBar } from '../footer-bar.tsx'
import { CreativeStage } from '../plan/creative-stage.tsx'
import { LossRecordCard } from './loss-record-card.tsx'
import { ProductTerms } from './product-terms.tsx'
import { useTargetingFacts } from './targeting-facts.ts'

function Words({ title, text }: { title: string; text: string }) {
  return (
    <TitledCard title={title} className="flex flex-col gap-2">
      <p className="text-14 whitespace-pre-line">{text}</p>
    </TitledCard>
  )
}

/** A product: its creatives, record, payout and description, then the button to place a plan. */
export function ProductView({ product, onPlace }: { product: Product; onPlace: () => void }) {
  const t = useMessages('plan')
  const targetingFacts = useTargetingFacts()
  return (
    <>
      <div className="flex flex-col gap-4 px-4 pb-6">
        <CreativeStage creatives={product.creatives} />
        <div className="flex flex-col gap-2">
          <h2 className="text-20 font-semibold">{product.name}</h2>
          <p className="text-14 text-muted">{product.advertiser}</p>
          <p className="flex flex-wrap gap-1.5">
            <Chip icon={product.type === 'video' ? 'play' : 'external'}>{t(`types.${product.type}`)}</Chip>
            {product.related_party && <Chip tone="hold">{t('relatedParty')}</Chip>}
          </p>
        </div>
        <LossRecordCard record={product.loss_record} related={product.related_party} />
        <ProductTerms product={product} />
        <Words title={t('gameDescription')} text={product.game_description} />
        <Words title={t('content')} text={product.content} />
        <Words title={t('rules')} text={product.rules} />
        <TitledCard title={t('targeting.title')} className="pb-1">
          <TermList terms={targetingFacts(product.targeting)} />
        </TitledCard>
        <Words
          title={t('learningTitle')}
          text={t('learningText', { conversions: product.learning_phase_conversions })}
        />
      </div>
      <FooterBar>
        {product.open ? (
          <Button block onClick={onPlace}>
            {t('placeAPlan')}
          </Button>
        ) : (
          <p className="py-3 text-center text-14 text-muted">{t('notOpen')}</p>
        )}
      </FooterBar>
    </>
  )
}
