import type { WordList } from "./word-lists.ts";

/**
 * Our paraphrases of the instructions that our benchmarks with closed answers have. Each asks for the same form of the answer, because the reader of
 * the answers stays. A test in packages/benchmarks finds a benchmark without them.
 */
export const OWN_PARAPHRASES: WordList = new Map([
  [
    "Read the note and choose: A, the patient has a history of the condition; B, the patient has none; C, the note leaves it open.",
    [
      "Does the note show a history of the condition? Reply A for a history, B for no history, or C if the note does not say.",
      "Use the note to decide. A means that the patient has had the condition, B that the patient has not, and C that the note does not settle it.",
      "From the note alone, pick one: A (history of the condition), B (no history of it), C (cannot be told from the note).",
    ],
  ],
  [
    "Calculate the dose and choose the right option. End with the letter of your choice.",
    [
      "Work out the dose, then select the correct option. Your reply must end with its letter.",
      "Which option gives the right dose? Do the calculation, and close with the letter of that option.",
      "Compute the dose and pick the option that matches it. Finish your reply with the option's letter.",
    ],
  ],
  [
    "Read the message to a clinic and choose the desk that should get it. End with the letter of your choice.",
    [
      "Which desk of the clinic should handle this message? Close your reply with the letter of that desk.",
      "Send the message below to the right desk of the clinic. Finish with the letter that you pick.",
      "Decide where this message to a clinic belongs, and end your reply with the letter of the desk.",
    ],
  ],
  [
    "Choose the one right option. Reply with its letter and nothing else.",
    [
      "Select the single correct option and answer with its letter only.",
      "Only one option is correct. Give its letter, with no other text.",
      "Which option is right? Your whole reply must be its letter.",
    ],
  ],
  [
    "Read the abstract and decide whether it answers the question with yes (A), no (B) or maybe (C). Maybe means that the study is too small to decide. End with the letter of your choice.",
    [
      "Does the abstract answer the question with yes (A), with no (B), or is the study too small to decide (C)? Close your reply with the letter.",
      "Judge the question by the abstract: A for yes, B for no, C for a study that is too small to decide. Finish with your letter.",
      "Take the abstract's answer to the question. A: yes. B: no. C: maybe, as the study is too small. End your reply with the letter.",
    ],
  ],
  [
    "Reply A for yes or B for no.",
    [
      "Answer yes with A and no with B.",
      "Give A if the answer is yes, and B if it is no.",
      "Your reply is A (yes) or B (no).",
    ],
  ],
  [
    "Each question comes from an exam in the health sciences. Pick the one right option and reply with its letter and nothing else.",
    [
      "The questions are from an examination in the health sciences. Answer with the letter of the correct option only.",
      "This is an exam question in the health sciences. One option is correct: give its letter and no other text.",
      "Solve the question of a health science exam. Your whole reply must be the letter of the right option.",
    ],
  ],
  [
    "Leia a pergunta, escolha a única alternativa certa e responda só com a letra dela.",
    [
      "Leia a questão e indique a alternativa correta. Responda apenas com a letra.",
      "Só uma alternativa está certa. Escreva a letra dela, sem mais nada.",
      "Qual é a alternativa correta? Sua resposta deve ser somente a letra.",
    ],
  ],
  [
    "Pick the one right option (A, B, C or D) and reply with its letter and nothing else.",
    [
      "Select the single correct option (A, B, C or D). Answer with its letter only.",
      "One of A, B, C and D is correct. Give that letter, with no other text.",
      "Which of the options A, B, C and D is right? Your whole reply must be its letter.",
    ],
  ],
  [
    "Each case is written as in a medical licensing exam. Read it, pick the one right option and reply with its letter and nothing else.",
    [
      "The cases have the style of a medical licensing exam. Answer each with the letter of the correct option only.",
      "Read the case, as in an exam for a medical licence. One option is correct: give its letter and no other text.",
      "Here is a case as a medical licensing exam has them. Your whole reply must be the letter of the right option.",
    ],
  ],
  [
    "Answer as a medical specialist: pick the one right option and reply with its letter and nothing else.",
    [
      "You are a medical specialist. Answer with the letter of the correct option only.",
      "As a specialist in medicine, select the single correct option. Give its letter, with no other text.",
      "Which option would a medical specialist choose? Your whole reply must be its letter.",
    ],
  ],
  [
    "Below is a clinical text, one sentence a line, each line beginning with the sentence's ID and a space. The text is either right or contains one medical error. If it is right, reply with the single word CORRECT. If it contains an error, reply with the ID of the wrong sentence, a space, and the sentence put right.",
    [
      "Check the clinical text below. Each line is a sentence after its ID and a space, and at most one sentence has a medical error. Reply CORRECT for a text without an error. Otherwise reply with the ID of the wrong sentence, a space, and the corrected sentence.",
      "The lines below are the sentences of a clinical text, each with its ID in front. If one sentence has a medical error, give its ID, a space and the sentence without the error. If no sentence has one, give the single word CORRECT.",
      "Find the medical error in this clinical text, if it has one. The lines are sentences with their IDs. Your reply is CORRECT for a text without an error, or the ID of the wrong sentence, a space, and the right sentence.",
    ],
  ],
  [
    "You are shown medical background knowledge, a question and an answer to it. Judge whether the answer is factual (0) or holds something invented or unsupported (1): it may miss the question, leave out what matters, give a wrong mechanism, or cite evidence that does not exist. Reply with 0 or 1 and nothing else.",
    [
      "Below are medical background, a question and its answer. Is the answer factual? Reply 0 if it is, and 1 if any of it is invented or unsupported: a missed question, a left out essential, a wrong mechanism or evidence that does not exist. Give the digit only.",
      "Compare the answer with the medical background and the question. A factual answer is 0. An answer that misses the question, omits what matters, has a wrong mechanism or cites evidence that does not exist is 1. Your whole reply must be 0 or 1.",
      "Rate the answer to the question by the medical knowledge that is given: 1 for something invented or without support (off the question, incomplete, a wrong mechanism, evidence that does not exist), 0 for a factual answer. Write the digit and no other text.",
    ],
  ],
  [
    "Reply A if the patient meets the criterion, B if not.",
    [
      "Does the patient meet the criterion? Answer A for yes and B for no.",
      "Give A for a patient who meets the criterion, and B for one who does not.",
      "Your reply is A if the criterion is met by the patient, and B otherwise.",
    ],
  ],
  [
    "Read the abstract and decide whether it answers the question with yes (A), no (B) or maybe (C). Reply with that one letter and nothing else.",
    [
      "Does the abstract answer the question with yes (A), no (B) or maybe (C)? Answer with the letter only.",
      "Judge the question by the abstract: A for yes, B for no, C for maybe. Give one letter, with no other text.",
      "Take the abstract's answer to the question: yes is A, no is B, maybe is C. Your whole reply must be that letter.",
    ],
  ],
  [
    "Reply with A for yes or B for no, and nothing else.",
    [
      "Answer with A (yes) or B (no) only.",
      "Give A if the answer is yes and B if it is no, with no other text.",
      "Your whole reply must be A for yes, or B for no.",
    ],
  ],
  [
    "Reply with one letter: A or B.",
    [
      "Answer A or B, with no other text.",
      "Your whole reply must be the letter A or the letter B.",
      "Give a single letter, which is A or B.",
    ],
  ],
  [
    "Reply with one letter: A or B or C.",
    [
      "Answer A, B or C, with no other text.",
      "Your whole reply must be the letter A, B or C.",
      "Give a single letter, which is A, B or C.",
    ],
  ],
  [
    "Read the patient note and work out the clinical value that the question asks for.",
    [
      "Use the patient note to calculate the clinical value in the question.",
      "The question asks for a clinical value. Compute it from the note of the patient.",
      "What is the value that the question wants? Derive it from the patient's note.",
    ],
  ],
  [
    "List every ICD-10 code that applies to the clinical note below.",
    [
      "Which ICD-10 codes apply to the clinical note below? List all of them.",
      "Read the clinical note below and write down each ICD-10 code that fits it.",
      "Give the complete list of ICD-10 codes for the clinical note below.",
    ],
  ],
  [
    "You are given the schema of a clinical database and a question. Write one SQLite query that answers the question from that database, ending with a semicolon. Reply with the query alone. If the database cannot answer the question, reply with nothing at all.",
    [
      "Below are a clinical database's schema and a question. Answer with a single SQLite query that ends with a semicolon, and no other text. If the database has no answer to the question, leave your reply empty.",
      "Translate the question into one SQLite query for the clinical database with this schema. End it with a semicolon and add nothing. An empty reply means that the database cannot answer.",
      "Which SQLite query answers the question from the clinical database whose schema is given? Your reply is that query with a semicolon at its end, or empty if no query can answer.",
    ],
  ],
]);
