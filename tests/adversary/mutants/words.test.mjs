import { subjects } from '../words/subjects.mjs'
import { audit } from '../words/words-auditor.mjs'
import { testMutantsWith, testOriginalsWith } from './found-by.mjs'

testMutantsWith('words', (load) => audit(load, subjects, 1))
testOriginalsWith('words', (load) => audit(load, subjects))
