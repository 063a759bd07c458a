/** Invented data in the layout of Discharge Me! 1.3, one file per table. */
export const sample = {
  diagnosis: "subject_id,stay_id,icd_code\n2,20,A1\n1,10,B2\n2,20,C3\n3,30,D4\n",
  triage: "subject_id,stay_id,pain\n1,10,NA\n2,20,3\n3,30,0\n",
  edstays: "subject_id,hadm_id,stay_id\n1,100,10\n2,200,20\n2,200,21\n3,300,30\n",
  radiology: 'note_id,subject_id,hadm_id,text\nr1,1,100,"Chest, clear."\nr2,2,200,First.\nr3,2,200,Second.\n',
  discharge:
    'note_id,subject_id,hadm_id,text\nd1,1,100,"Course:\nWent well.\nAdvice: Rest."\nd2,2,200,Nothing here.\nd3,3,300,No report.\n',
  discharge_target:
    "note_id,hadm_id,discharge_instructions,brief_hospital_course\nd1,100,Rest.,Went well.\nd2,200,NA,Came.\nd3,300,x,y\n",
};
