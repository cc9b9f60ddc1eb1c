import { audit } from '../exact/posterior-auditor.mjs'
import { testMutantsFoundBy, testNothingFoundBy } from './found-by.mjs'

testMutantsFoundBy('posteriors', (load) => audit(load))
testNothingFoundBy('posteriors', (load) => audit(load))
