import { subjects } from '../words/subjects.mjs'
import { audit } from '../words/words-auditor.mjs'
import { testMutantsFoundBy, testNothingFoundBy } from './found-by.mjs'

testMutantsFoundBy('words', (load) => audit(load, subjects, 1))
testNothingFoundBy('words', (load) => audit(load, subjects))
