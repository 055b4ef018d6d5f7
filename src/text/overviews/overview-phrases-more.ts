import type { OverviewPatterns } from "./overview-patterns.ts";

/**
 * Phrases in normalized form: Vietnamese without tones, Turkish with a dot on every i, Greek without accents
 * and with one sigma, Romanian without cedillas. Korean and Thai match as written, because particles are
 * attached to words.
 */
export const MORE_PHRASES: Readonly<
  Record<"ko" | "th" | "vi" | "ar" | "tr" | "el" | "hi" | "ro", OverviewPatterns>
> = {
  ko: {
    hint: "요약|정리|개요|관한|대한|내용|문서|파일|자료|새로|최근|최신|목차|비교|나열|목록|모든|모두",
    before: "안녕하세요[,.]? ?|혹시 |좀 ",
    behind:
      " ?(?:줘|줘요|주세요|주실래요|주시겠어요|줄래|줄 수 있나요|줄 수 있어요|주십시오)| 좀|해| 알려| 보여",
    documents: [
      "(?:여기에? )?(?:어떤|무슨) ?(?:문서|파일|자료)(?:들)?[가이]? ?(?:있나요|있어요|있어|있습니까|있니|있지)",
      "(?:모든|전체) ?(?:문서|파일|자료)(?:들)?[를을의]? ?(?:나열|목록|알려|보여)?",
      "(?:문서|파일|자료) ?목록",
      "(?:문서|파일|자료)[가는은이]? ?몇 ?[개건][가이]? ?(?:있나요|있어요|있습니까)",
    ],
    news: [
      "(?:새로운|최근) ?(?:것|내용|문서|파일|소식)[이가은는]? ?(?:있나요|있어요|있습니까|무엇인가요|뭐가 있나요)?",
      "최근에? ?(?:추가|업로드)된 ?(?:것|문서|파일)[이가은는]? ?(?:있나요|무엇인가요|뭔가요|뭐가 있나요)?",
      "뭐가 새로(?:워요|운가요)",
    ],
    sections: [
      "(?:(?<x>.+?)의? ?)?목차",
      "(?<x>.+?)의 (?:모든 )?(?:장|절|제목|항목)[을를]? ?(?:나열|알려|보여)",
    ],
    overview: [
      "(?:(?<x>.+?)[를을]? ?)?(?:간단히|간략히|간략하게|짧게)? ?(?:요약|정리)(?:을|하여|하라)?",
      "(?<x>이것|이 ?문서들?|이 ?파일들?|이 ?글|이 ?자료)[는은]? ?(?:무엇에|뭐에) (?:관한|대한) ?(?:것|문서|글|내용|자료)?(?:인가요|이에요|입니까|인가)",
      "(?<x>이것|이 ?문서|이 ?파일|이 ?글|이 ?자료)[는은]? ?무슨 내용(?:인가요|이에요|입니까)",
    ],
    about: [
      "(?<x>.+?)[는은] ?(?:무엇에|뭐에) (?:관한|대한) ?(?:것|문서|글|내용|자료)?(?:인가요|이에요|입니까)",
    ],
    compare: ["(?<a>.+?)(?:와|과|하고|랑) (?<b>.+?)[를을]? 비교"],
    list: ["(?:모든|전체) (?<x>.+?)[를을]? ?(?:나열|알려|보여)", "(?<x>.+?)[를을] 모두 (?:나열|알려|보여)"],
    anything: "이것 이 그 저 문서 파일 자료 글 내용 전체 모든 모두 전부 여기 텍스트 들 를 을 의 는 은",
  },
  th: {
    hint: "สรุป|ย่อความ|ภาพรวม|เกี่ยวกับ|พูดถึง|เอกสาร|ไฟล์|ใหม่|ล่าสุด|เปรียบเทียบ|รายการ|ทั้งหมด|สารบัญ|หัวข้อ",
    before: "กรุณา|โปรด|ช่วย|สวัสดี(?:ครับ|ค่ะ)?|ขอ|คุณ|ที่นี่",
    behind: "ครับ|ค่ะ|คะ|หน่อย|ให้ที|ให้ฉัน|ให้ผม|ให้|ที|สั้นๆ|โดยย่อ|ด้วย|นะ|ที่นี่| ",
    documents: [
      "มี ?(?:เอกสาร|ไฟล์)(?:อะไร|ใด)(?:อยู่)?บ้าง",
      "มี ?(?:เอกสาร|ไฟล์)(?:อยู่)?กี่(?:ฉบับ|ไฟล์|รายการ)",
      "(?:แสดง|บอก)?รายการ(?:เอกสาร|ไฟล์)(?:ทั้งหมด)?",
      "(?:แสดง|บอก)(?:เอกสาร|ไฟล์)ทั้งหมด",
    ],
    news: ["มีอะไรใหม่(?:ๆ)?(?:บ้าง)?(?:ไหม)?", "(?:เอกสาร|ไฟล์)(?:ใหม่|ล่าสุด)(?:มีอะไรบ้าง|คืออะไร)?"],
    sections: ["สารบัญ(?:ของ ?(?<x>.+?))?", "(?<x>.+?) ?มี(?:หัวข้อ|บท|ส่วน)(?:อะไร|ใด)บ้าง"],
    overview: [
      "(?:สรุป|ย่อความ)(?!แล้ว|ว่า)(?:เนื้อหา|ใจความ)?(?:ของ)? ?(?<x>.*?)",
      "(?:บทสรุป|ภาพรวม)(?:ของ ?(?<x>.+?))?",
      "(?<x>(?:เอกสาร|ไฟล์|บทความ|ข้อความ)(?:นี้|เหล่านี้)|นี่) ?(?:เกี่ยวกับ|พูดถึง|ว่าด้วย)(?:เรื่อง)?อะไร",
    ],
    about: ["(?<x>.+?) ?(?:เกี่ยวกับ|พูดถึง|ว่าด้วย)(?:เรื่อง)?อะไร(?:บ้าง)?"],
    compare: ["เปรียบเทียบ(?:ระหว่าง)? ?(?<a>.+?) ?(?:กับ|และ) ?(?<b>.+?)"],
    list: ["(?:แสดง|บอก|ระบุ)(?:รายการ)? ?(?<x>.+?)ทั้งหมด"],
    anything: "เอกสาร ไฟล์ ข้อความ บทความ เนื้อหา เหล่านี้ นี้ นี่ ทั้งหมด ทั้ง ของ ที่ ฉบับ ใน",
  },
  vi: {
    hint: "tom tat|tom luoc|tong quan|noi ve|viet ve|tai lieu|tap tin|tep|van ban|moi|gan day|muc luc|so sanh|liet ke|ke ten|ke ra|danh sach|bao nhieu|cac|nhung",
    before: "xin chao|chao ban|chao|xin|vui long|hay|ban co the|co the|lam on|giup toi|cho toi|toi muon|ban",
    behind: "giup toi|cho toi|nhe|voi|duoc khong|di|ngan gon|mot cach ngan gon|nha",
    documents: [
      "co (?:nhung |cac )?(?:tai lieu|tap tin|tep|van ban) (?:nao|gi)(?: o day)?",
      "(?:nhung|cac) (?:tai lieu|tap tin|tep) nao(?: co san| co o day)?",
      "(?:liet ke|danh sach)(?: tat ca)?(?: cac| nhung)? (?:tai lieu|tap tin|tep)",
      "co bao nhieu (?:tai lieu|tap tin|tep|van ban)(?: o day)?",
    ],
    news: [
      "co (?:gi|dieu gi|cai gi) moi(?: khong)?(?: o day)?",
      "(?:nhung |cac )?(?:tai lieu|tap tin|tep) (?:moi nhat|moi|gan day)(?: la gi)?",
    ],
    sections: [
      "(?:liet ke )?(?:cac |nhung )?(?:muc|chuong|phan|tieu de) (?:cua|trong) (?<x>.+?)",
      "muc luc(?: cua (?<x>.+?))?",
    ],
    overview: [
      "(?:tom tat|tom luoc)(?: noi dung)?(?: cua)?(?: (?<x>.+?))?",
      "(?:mot )?(?:ban )?(?:tom tat|tong quan)(?: ngan)?(?: (?:ve|cua) (?<x>.+?))?",
      "(?<x>(?:tai lieu|van ban|bai viet|bai|tap tin|tep) nay|day) (?:noi ve|viet ve|la ve|ve) (?:dieu gi|cai gi|gi)",
    ],
    about: ["(?<x>.+?) (?:noi ve|viet ve) (?:dieu gi|cai gi|gi|chu de gi)"],
    compare: ["so sanh (?<a>.+?) (?:va|voi) (?<b>.+?)(?: ve (?<aspect>.+?))?"],
    list: ["(?:liet ke|ke ten|ke ra) (?:tat ca|toan bo|moi)(?: cac| nhung)? (?<x>.+?)"],
    anything:
      "nay day do tat ca toan bo cac nhung tai lieu tap tin tep van ban bai viet noi dung o trong cua mot",
  },
  ar: {
    hint: "لخص|تلخيص|ملخص|موجز|نبذة|عم|عما|عن ماذا|محتوى|المحتويات|فهرس|المستندات|مستندات|الوثايق|وثايق|الملفات|ملفات|ما|اي|جديد|احدث|قارن|اذكر|اعرض|اسرد|قايمة|كم|هل|فصول|اقسام|عناوين|جدول",
    before: "من فضلك|رجاء|مرحبا|هل يمكنك|هل تستطيع|ممكن|اريد|اعطني|قدم لي",
    behind: "من فضلك|رجاء|لي|باختصار|بايجاز|هنا",
    documents: [
      "ما (?:هي )?(?:المستندات|الوثايق|الملفات)(?: (?:المتاحة|المتوفرة|الموجودة|لديك|عندك|التي لديك))+",
      "(?:اي|ما) (?:مستندات|وثايق|ملفات) (?:لديك|عندك|توجد)",
      "كم عدد (?:المستندات|الوثايق|الملفات)(?: (?:لديك|عندك|المتاحة))?",
      "(?:اذكر|اعرض|اسرد|قايمة)(?: كل| جميع)? (?:المستندات|الوثايق|الملفات)(?: المتاحة)?",
    ],
    news: [
      "ما (?:هو )?الجديد",
      "هل (?:هناك|يوجد) (?:اي |شيء |اي شيء )?جديد",
      "(?:ما هي )?احدث (?:المستندات|الوثايق|الملفات)",
    ],
    sections: ["(?:ما هي |اذكر )?(?:اقسام|فصول|عناوين) (?<x>.+?)", "(?:جدول المحتويات|فهرس)(?: (?<x>.+?))?"],
    overview: [
      "(?:لخص|لخصي|تلخيص)(?: لي)?(?: (?<x>.+?))?",
      "(?:ملخص|ملخصا|موجز|نبذة)(?: عن)?(?: (?<x>.+?))?",
      "(?:عن ماذا|عم|عما) (?:يتحدث|تتحدث|يتناول|تتناول)(?: (?<x>(?:هذا|هذه) (?:المستند|الوثيقة|الملف|النص|المستندات|الوثايق)))?",
    ],
    about: [
      "(?:عن ماذا|عم|عما) (?:يتحدث|تتحدث|يتناول|تتناول) (?<x>.+?)",
      "ما (?:هو )?(?:موضوع|محتوى) (?<x>.+?)",
    ],
    compare: ["قارن(?: لي)? (?<a>.+?) مع (?<b>.+?)"],
    list: ["(?:اذكر|اسرد|اعرض)(?: لي)? (?:كل|جميع) (?<x>.+?)"],
    anything:
      "هذا هذه كل جميع المستند المستندات مستند مستندات الوثيقة الوثايق وثيقة الملف الملفات ملف النص نص النصوص هنا محتوى المحتوى المتاحة في من",
  },
  tr: {
    hint: "ozet|hakkinda|anlatiyor|belge|dosya|dokuman|yeni|neler|icindekiler|bolum|baslik|karsilastir|kiyasla|listele|sirala",
    before: "lutfen|merhaba|selam|bana|bize|kisaca",
    behind: "lutfen|kisaca|misin|misiniz|bana",
    documents: [
      "(?:burada )?(?:hangi|ne) (?:belgeler|dosyalar|dokumanlar) (?:var|mevcut)(?: burada)?",
      "(?:tum |butun )?(?:belgeleri|dosyalari|dokumanlari) (?:listele|goster|sirala)",
      "(?:burada )?kac(?: tane)? (?:belge|dosya|dokuman) var(?: burada)?",
      "(?:belge|dosya|dokuman) listesi",
    ],
    news: [
      "(?:burada )?(?:ne yeni|yeni ne var|neler yeni|yenilikler neler|yeni bir sey var mi)",
      "(?:en yeni|en son|son eklenen) (?:belgeler|dosyalar|dokumanlar)(?: neler| hangileri)?",
    ],
    sections: [
      "(?<x>.+?) (?:bolumleri|basliklari)(?:ni)?(?: neler| nelerdir| listele)",
      "(?:(?<x>.+?) )?icindekiler(?: tablosu)?",
    ],
    overview: [
      "(?:(?<x>.+?) )?(?:ozetle|ozetleyin|ozetler|ozetleyebilir)",
      "(?:(?<x>.+?) )?(?:kisa )?(?:bir )?(?:ozeti|ozet|ozetini)(?: (?:ver|cikar|yap))?",
      "(?<x>(?:bu|bunlar)(?: (?:belge|dosya|metin|belgeler))?) ne hakkinda(?:dir)?",
      "(?<x>bu (?:belge|metin|dosya)) ne anlatiyor",
    ],
    about: ["(?<x>.+?) ne hakkinda(?:dir)?", "(?<x>.+?) ne anlatiyor"],
    compare: ["(?<a>.+?) (?:ile|ve) (?<b>.+?) (?:karsilastir|karsilastirin|kiyasla)"],
    list: ["(?:tum|butun) (?<x>.+?) (?:listele|listeleyin|sirala)"],
    anything:
      "bu bunu bunlari su o hepsini tum butun belge belgeyi belgenin belgeler belgeleri dosya dosyayi dosyalari dokuman dokumani metin metni metnin icerik icerigi buradaki burada",
  },
  el: {
    hint: "περιληψη|συνοψ|επισκοπηση|για τι|τι|εγγραφα|αρχεια|κειμενα|υπαρχει|περιεχομεν|κεφαλαια|ενοτητεσ|τιτλοι|συγκριν|απαριθμ|ανεφερε",
    before:
      "παρακαλω|γεια σου|γεια σασ|γεια|μπορεισ να|μπορειτε να|θα ηθελα|δωσε μου|δωστε μου|κανε μου|κανε",
    behind: "παρακαλω|συντομα|εν συντομια|με λιγα λογια|για μενα",
    documents: [
      "(?:ποια|τι) (?:εγγραφα|αρχεια|κειμενα) (?:υπαρχουν|εχεισ|εχετε|εχουμε|ειναι διαθεσιμα)(?: εδω)?",
      "ποσα (?:εγγραφα|αρχεια) (?:υπαρχουν|εχεισ|εχετε|εχουμε)(?: εδω)?",
      "(?:(?:δειξε|απαριθμησε)(?: μου)? )?(?:ολα )?τα (?:διαθεσιμα )?(?:εγγραφα|αρχεια)",
      "(?:λιστα|καταλογοσ) (?:με τα |των )(?:εγγραφα|αρχεια|εγγραφων|αρχειων)",
    ],
    news: [
      "τι νεο(?: υπαρχει)?(?: εδω)?|τι νεα|υπαρχει κατι νεο",
      "(?:ποια ειναι )?τα (?:πιο προσφατα|νεοτερα|τελευταια|νεα) (?:εγγραφα|αρχεια)",
    ],
    sections: [
      "(?:ποια ειναι )?(?:τα|οι) (?:κεφαλαια|ενοτητεσ|τιτλοι) (?:του|τησ|των|στο|στη|στην) (?<x>.+?)",
      "(?:πινακασ περιεχομενων|περιεχομενα)(?: (?:του|τησ|των) (?<x>.+?))?",
    ],
    overview: [
      "(?:συνοψισε|συνοψιστε|συνοψισεισ|συνοψισετε)(?: μου)?(?: (?<x>.+?))?",
      "(?:μια |τη |την )?(?:συντομη |μικρη )?(?:περιληψη|συνοψη|επισκοπηση)(?: (?:του|τησ|των|για|απο) (?<x>.+?))?",
      "για τι (?:προκειται|μιλαει|μιλανε)(?: (?<x>(?:αυτο|αυτα)(?: (?:το|τα) (?:κειμενο|εγγραφο|αρχειο|εγγραφα))?))?",
      "τι λεει (?<x>αυτο το (?:κειμενο|εγγραφο|αρχειο))",
    ],
    about: ["για τι (?:μιλαει|προκειται) (?<x>.+?)", "τι λεει (?<x>.+?)"],
    compare: ["(?:συγκρινε|συγκρινετε|συγκρινεισ) (?<a>.+?) (?:με|και) (?<b>.+?)"],
    list: ["(?:απαριθμησε|απαριθμηστε|ανεφερε)(?: μου)? (?:ολα|ολεσ|ολουσ)(?: τα| τισ| τουσ)? (?<x>.+?)"],
    anything:
      "αυτο αυτα αυτη το τα την τη τησ του των ολα ολο εγγραφο εγγραφα εγγραφου εγγραφων αρχειο αρχεια αρχειου κειμενο κειμενα κειμενου περιεχομενο εδω",
  },
  hi: {
    hint: "सारांश|संक्षेप|सार|किस|दस्तावेज|सूची|नया|नए|नवीनतम|विषय|अध्याय|खंड|शीर्षक|तुलना|नाम",
    before: "कृपया|नमस्ते|मुझे|क्या आप",
    behind: "कृपया|दो|दें|दीजिए|दीजिये|दे सकते हैं|बताओ|बताएं|बताएँ|बताइए|लिखो|लिखें|करो|करें|कीजिए|दिखाओ|दिखाएं|दिखाएँ",
    documents: [
      "(?:यहाँ )?(?:कौन(?: कौन)? से|क्या क्या) दस्तावेज\u093c?(?: यहाँ)?(?: उपलब्ध)? (?:हैं|है)",
      "(?:सभी )?दस्तावेज\u093c?(?:ों)? की सूची",
      "(?:यहाँ )?कितने दस्तावेज\u093c?(?: उपलब्ध)? हैं",
    ],
    news: [
      "(?:यहाँ )?(?:क्या )?नया क्या है|(?:यहाँ )?क्या नया है|कुछ नया है",
      "(?:सबसे )?(?:नए|नवीनतम) दस्तावेज\u093c?(?: कौन से हैं)?",
    ],
    sections: ["(?:(?<x>.+?) की )?विषय सूची", "(?<x>.+?) के (?:सभी )?(?:अध्याय|खंड|शीर्षक)"],
    overview: [
      "(?:(?<x>.+?) (?:का|की|के|को) )?(?:संक्षिप्त )?(?:सारांश|सार)",
      "(?<x>.+?) को संक्षेप में",
      "(?<x>(?:यह|ये)(?: दस्तावेज\u093c?)?) किस (?:बारे में|विषय में|विषय पर) (?:है|हैं)",
    ],
    about: ["(?<x>.+?) किस (?:बारे में|विषय में|विषय पर) (?:है|हैं)"],
    compare: ["(?<a>.+?) (?:और|की) (?<b>.+?) (?:की|से) तुलना"],
    list: ["सभी (?<x>.+?) (?:की सूची|के नाम)"],
    anything: "इस यह ये इन सभी सब सारे दस्तावेज दस्तावेज\u093c दस्तावेजों दस्तावेज\u093cों पाठ सामग्री यहाँ पूरे",
  },
  ro: {
    hint: "rezum|prezentare|privire|despre ce|ce (?:mai|e|este|noutati|spune|contine)|exista|document|fisier|listeaza|enumera|numeste|noi|recente|cuprins|capitol|sectiun|titlur|compar",
    before: "te rog|va rog|buna ziua|buna|salut|poti sa|puteti sa|as vrea|vreau|da mi|fa mi|fa",
    behind: "te rog|va rog|pe scurt|in cateva cuvinte|pentru mine",
    documents: [
      "ce (?:documente|fisiere) (?:ai|aveti|avem|exista|sunt|sunt disponibile)(?: aici)?",
      "(?:(?:listeaza|enumera|arata(?: mi)?) )?(?:toate )?(?:documentele|fisierele)(?: disponibile| de aici)?",
      "cate (?:documente|fisiere) (?:ai|aveti|avem|exista|sunt)(?: aici)?",
      "lista (?:documentelor|fisierelor)",
    ],
    news: [
      "ce (?:mai )?(?:e|este) nou(?: aici)?|ce noutati (?:sunt|exista)|exista ceva nou",
      "(?:care sunt )?(?:cele mai (?:noi|recente)|ultimele) (?:documente|fisiere)",
    ],
    sections: [
      "(?:listeaza|enumera|care sunt) (?:toate )?(?:sectiunile|capitolele|titlurile)(?: (?:din|ale|lui) (?<x>.+?))?",
      "cuprins(?:ul)?(?: (?<x>.+?))?",
    ],
    overview: [
      "(?:rezuma|rezumati|rezumi|rezumam)(?: (?:mi|ne))?(?: (?<x>.+?))?",
      "(?:un |o )?(?:scurt |scurta )?(?:rezumat|rezumatul|prezentare generala|privire de ansamblu)(?: (?:al|a|asupra|despre|pentru) (?<x>.+?))?",
      "despre ce (?:e|este|sunt)(?: vorba)?(?: aici)?(?: in)?(?: (?<x>(?:acest|acesta|aceste|acestea|asta)(?: (?:document|text|fisier|documente))?))?",
    ],
    about: [
      "despre ce (?:e|este|vorbeste|trateaza)(?: vorba in)? (?<x>.+?)",
      "ce (?:spune|contine) (?<x>.+?)",
    ],
    compare: ["(?:compara|comparati) (?<a>.+?) (?:cu|si) (?<b>.+?)"],
    list: ["(?:listeaza|enumera|enumerati|numeste) (?:toate|toti)(?: cele)? (?<x>.+?)"],
    anything:
      "acest acesta aceasta aceste acestea asta toate tot totul documentul documentele document documente fisierul fisierele fisier textul text aici continutul si al a ale",
  },
};
