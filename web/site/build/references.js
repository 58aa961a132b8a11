// The papers that the page cites, by key, and how they are written in text and list.

/**
 * @typedef {object} Reference
 * @property {string} short as it is cited in the text
 * @property {string} authors
 * @property {number} year of the first publication
 * @property {string} title
 * @property {string} [where]
 * @property {string} url
 */

const arxiv = (/** @type {string} */ id) => `https://arxiv.org/abs/${id}`;

/** @type {Record<string, Reference>} */
export const references = {
  bloc97: {
    short: "bloc97 2023",
    authors: "bloc97",
    year: 2023,
    title: "NTK-Aware Scaled RoPE allows LLaMA models to have extended (8k+) context size",
    where: "r/LocalLLaMA",
    url: "https://www.reddit.com/r/LocalLLaMA/comments/14lz7j5/ntkaware_scaled_rope_allows_llama_models_to_have/",
  },
  carion2020: {
    short: "Carion et al. 2020",
    authors: "N. Carion, F. Massa, G. Synnaeve, N. Usunier, A. Kirillov, S. Zagoruyko",
    year: 2020,
    title: "End-to-End Object Detection with Transformers",
    url: arxiv("2005.12872"),
  },
  chen2023: {
    short: "Chen et al. 2023",
    authors: "S. Chen, S. Wong, L. Chen, Y. Tian",
    year: 2023,
    title: "Extending Context Window of Large Language Models via Positional Interpolation",
    url: arxiv("2306.15595"),
  },
  devlin2018: {
    short: "Devlin et al. 2018",
    authors: "J. Devlin, M.-W. Chang, K. Lee, K. Toutanova",
    year: 2018,
    title: "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    url: arxiv("1810.04805"),
  },
  ding2024: {
    short: "Ding et al. 2024",
    authors: "Y. Ding, L. L. Zhang, C. Zhang, Y. Xu, N. Shang, J. Xu, F. Yang, M. Yang",
    year: 2024,
    title: "LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens",
    url: arxiv("2402.13753"),
  },
  dosovitskiy2020: {
    short: "Dosovitskiy et al. 2020",
    authors: "A. Dosovitskiy and others",
    year: 2020,
    title: "An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale",
    url: arxiv("2010.11929"),
  },
  haviv2022: {
    short: "Haviv et al. 2022",
    authors: "A. Haviv, O. Ram, O. Press, P. Izsak, O. Levy",
    year: 2022,
    title:
      "Transformer Language Models without Positional Encodings Still Learn Positional Information",
    url: arxiv("2203.16634"),
  },
  he2021: {
    short: "He et al. 2021",
    authors: "K. He, X. Chen, S. Xie, Y. Li, P. Dollár, R. Girshick",
    year: 2021,
    title: "Masked Autoencoders Are Scalable Vision Learners",
    url: arxiv("2111.06377"),
  },
  kazemnejad2023: {
    short: "Kazemnejad et al. 2023",
    authors: "A. Kazemnejad, I. Padhi, K. Natesan Ramamurthy, P. Das, S. Reddy",
    year: 2023,
    title: "The Impact of Positional Encoding on Length Generalization in Transformers",
    url: arxiv("2305.19466"),
  },
  liu2021: {
    short: "Liu et al. 2021",
    authors: "Z. Liu, Y. Lin, Y. Cao, H. Hu, Y. Wei, Z. Zhang, S. Lin, B. Guo",
    year: 2021,
    title: "Swin Transformer: Hierarchical Vision Transformer using Shifted Windows",
    url: arxiv("2103.14030"),
  },
  llama3: {
    short: "Llama team 2024",
    authors: "Llama team, AI at Meta",
    year: 2024,
    title: "The Llama 3 Herd of Models",
    url: arxiv("2407.21783"),
  },
  mildenhall2020: {
    short: "Mildenhall et al. 2020",
    authors: "B. Mildenhall, P. P. Srinivasan, M. Tancik, J. T. Barron, R. Ramamoorthi, R. Ng",
    year: 2020,
    title: "NeRF: Representing Scenes as Neural Radiance Fields for View Synthesis",
    url: arxiv("2003.08934"),
  },
  peng2023: {
    short: "Peng et al. 2023",
    authors: "B. Peng, J. Quesnelle, H. Fan, E. Shippole",
    year: 2023,
    title: "YaRN: Efficient Context Window Extension of Large Language Models",
    url: arxiv("2309.00071"),
  },
  press2022: {
    short: "Press et al. 2022",
    authors: "O. Press, N. A. Smith, M. Lewis",
    year: 2022,
    title:
      "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
    where: "ICLR",
    url: arxiv("2108.12409"),
  },
  radford2019: {
    short: "Radford et al. 2019",
    authors: "A. Radford, J. Wu, R. Child, D. Luan, D. Amodei, I. Sutskever",
    year: 2019,
    title: "Language Models are Unsupervised Multitask Learners",
    url: "https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf",
  },
  raffel2020: {
    short: "Raffel et al. 2020",
    authors:
      "C. Raffel, N. Shazeer, A. Roberts, K. Lee, S. Narang, M. Matena, Y. Zhou, W. Li, P. J. Liu",
    year: 2020,
    title: "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
    where: "JMLR 21",
    url: arxiv("1910.10683"),
  },
  shaw2018: {
    short: "Shaw et al. 2018",
    authors: "P. Shaw, J. Uszkoreit, A. Vaswani",
    year: 2018,
    title: "Self-Attention with Relative Position Representations",
    where: "NAACL",
    url: arxiv("1803.02155"),
  },
  su2021: {
    short: "Su et al. 2021",
    authors: "J. Su, Y. Lu, S. Pan, A. Murtadha, B. Wen, Y. Liu",
    year: 2021,
    title: "RoFormer: Enhanced Transformer with Rotary Position Embedding",
    url: arxiv("2104.09864"),
  },
  sun2022: {
    short: "Sun et al. 2022",
    authors:
      "Y. Sun, L. Dong, B. Patra, S. Ma, S. Huang, A. Benhaim, V. Chaudhary, X. Song, F. Wei",
    year: 2022,
    title: "A Length-Extrapolatable Transformer",
    where: "ACL 2023",
    url: arxiv("2212.10554"),
  },
  vaswani2017: {
    short: "Vaswani et al. 2017",
    authors:
      "A. Vaswani, N. Shazeer, N. Parmar, J. Uszkoreit, L. Jones, A. N. Gomez, Ł. Kaiser, I. Polosukhin",
    year: 2017,
    title: "Attention Is All You Need",
    where: "NeurIPS",
    url: arxiv("1706.03762"),
  },
  wang2024: {
    short: "Wang et al. 2024",
    authors: "P. Wang, S. Bai, S. Tan and others",
    year: 2024,
    title: "Qwen2-VL: Enhancing Vision-Language Model’s Perception of the World at Any Resolution",
    url: arxiv("2409.12191"),
  },
  dai2019: {
    short: "Dai et al. 2019",
    authors: "Z. Dai, Z. Yang, Y. Yang, J. Carbonell, Q. V. Le, R. Salakhutdinov",
    year: 2019,
    title: "Transformer-XL: Attentive Language Models Beyond a Fixed-Length Context",
    where: "ACL",
    url: arxiv("1901.02860"),
  },
  he2020: {
    short: "He et al. 2020",
    authors: "P. He, X. Liu, J. Gao, W. Chen",
    year: 2020,
    title: "DeBERTa: Decoding-enhanced BERT with Disentangled Attention",
    where: "ICLR 2021",
    url: arxiv("2006.03654"),
  },
  tensor2tensor: {
    short: "Vaswani et al. 2018",
    authors: "A. Vaswani, S. Bengio, E. Brevdo, F. Chollet and others",
    year: 2018,
    title: "Tensor2Tensor for Neural Machine Translation",
    where: "AMTA",
    url: arxiv("1803.07416"),
  },
};
