import { useSearchParams } from 'react-router'
import { QuestionList } from '../components/question-list.tsx'
import { QuestionView } from '../components/question-view.tsx'
import { RulesView } from '../components/rules-view.tsx'

/** /ad-center/ques-detail: one question (`?id=`), the operation rules (`?view=rules`), or every question. */
export default function QuestionDetailPage() {
  const [search] = useSearchParams()
  const question_id = search.get('id')
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      {question_id ? (
        <QuestionView key={question_id} question_id={question_id} />
      ) : search.get('view') === 'rules' ? (
        <RulesView />
      ) : (
        <QuestionList />
      )}
    </div>
  )
}
