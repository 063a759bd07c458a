/** Words that name no quantity: function words, words for a result and for the patient, verbs that only link. */
export const GENERIC = new Set(
  `a an the this that these those it its he she they his her hers him their theirs i we us you my our your one who which what there here
  is are was were be been being am has have had do does did can will would should may might must gets get got give gives giving given
  gave make makes making made come comes came works work equals equal equaling yields yield yielding leads adds add adding sums lies
  rounds rounded rounding amounts corresponds corresponding results resulting resulted turns finds find found obtain obtained obtaining
  calculate calculates calculated calculating compute computes computed estimate estimates estimated estimating evaluates determined
  between least most more less fewer than above below under exceeds greater higher lower minimum maximum beyond
  elevated increased decreased reduced prolonged abnormal high low positive negative divided multiplied added
  precise precisely precision
  maybe perhaps possibly probably likely alternatively otherwise somewhere
  score scores scored scoring meet meets met fulfil fulfils fulfills satisfies receives assigned award awarded count counts subtract
  subtracting plus minus times
  of to at on in by with for from as into out up per over about around approximately approx roughly nearly almost exactly circa ca just
  only also still then so thus therefore hence now finally overall altogether all together once again simply clearly precisely
  ie eg namely and or but if not no yes ok okay sure please note
  answer answers response solution value values result results score scores point points total totals sum final number numbers level index figure amount
  dose dosage rate date estimate estimation calculation computation outcome output criteria criterion difference product quotient step
  steps equation formula patient patients patient's person subject case day days week weeks hour hours minute minutes month months year years today exact correct
  remains remain remaining stays stay keep keeps keeping unchanged starts starting bringing brings currently so far running
  right required requested needed best rounded approximate approximated overall daily current s t re ve ll
  divide divides dividing multiply multiplies multiplying round add female male woman women man men
  revised updated adjustment adjusting correction correcting factor
  baby infant newborn pregnancy delivery
  using used uses use via based according
  becomes become became rises rose drops dropped falls fell
  jahr jahre monat monate monaten tag tage tagen woche wochen ans année mois jour jours semaine semaines año años mes meses día días semana semanas ano anos mês dia dias abzüglich zuzüglich moins menos restar más mais rest reste resto restante soit un une ein eine einen für den dem para pour
  think believe guess suppose say later exactly punktzahl punktwert gesamtpunktzahl puntaje pontuação punteggio está com hoy hoje heute ela ella elle enceinte grávida embarazada schwanger
  genau exactamente exactement exatamente esattamente rund knapp
  zero one two three four five six seven eight nine ten eleven twelve
  fecha datum data ergebnis resultado résultat wert valor valeur puntuación punkte puntos pontos`.split(/\s+/),
);
