import { audit } from '../exact/exact-auditor.mjs'
import { testMutantsFoundBy, testNothingFoundBy } from './found-by.mjs'

testMutantsFoundBy('exact', (load) => audit(load))
testNothingFoundBy('exact', (load) => audit(load))
