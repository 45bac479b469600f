import { useSearchParams } from 'react-router'
import { QuestionList } from '../components/question-list.tsx'
import { QuestionView } from '../components/question-view.tsx'
import { RulesView } from '../components/rules-view.tsx'
import { WordsView } from '../components/words-view.tsx'

/** /ad-center/ques-detail: a question (`?id=`), the rules or the words (`?view=rules`, `?view=words`), or all. */
export default function QuestionDetailPage() {
  const [search] = useSearchParams()
  const question_id = search.get('id')
  const view = search.get('view')
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      {question_id ? (
        <QuestionView key={question_id} question_id={question_id} />
      ) : view === 'rules' ? (
        <RulesView />
      ) : view === 'words' ? (
        <WordsView />
      ) : (
        <QuestionList />
      )}
    </div>
  )
}
