import { audit } from '../exact/posterior-auditor.mjs'
import { testMutantsWith, testOriginalsWith } from './found-by.mjs'

testMutantsWith('posteriors', (load) => audit(load))
testOriginalsWith('posteriors', (load) => audit(load))
